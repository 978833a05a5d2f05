// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"fmt"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// TestMemo: an answer that nothing cut off holds wherever as many levels are left; one that the
// bound cut off holds only at its own depth.
func TestMemo(t *testing.T) {
	m := Memo[string, int]{Max: 3}
	m.Put("whole", 1, 7, 2)
	m.Put("cut", 1, 8, CutOff)
	m.Put("cut", 3, 9, 4)
	for _, c := range []struct {
		key          string
		depth        int
		v, height    int
		known, whole bool
	}{
		{"whole", 0, 7, 2, true, true}, {"whole", 1, 7, 2, true, true},
		{"whole", 2, 0, 0, false, false}, {"whole", 3, 0, 0, false, false},
		{"cut", 0, 0, 0, false, false}, {"cut", 1, 8, CutOff, true, false},
		{"cut", 2, 0, 0, false, false}, {"cut", 3, 9, CutOff, true, false},
		{"other", 1, 0, 0, false, false},
	} {
		v, height, ok := m.Get(c.key, c.depth)
		if ok != c.known || ok && (v != c.v || height != c.height) {
			t.Errorf("%s at depth %d: %d, height %d, known %t", c.key, c.depth, v, height, ok)
		}
	}
}

// memoText has a chain of callees, @deep1 to @deep7, that is too deep to be followed from its
// start, and functions whose parameters are used differently.
func memoText() string {
	text := "@g = global ptr null\ndeclare void @sink(ptr)\ndefine void @two(ptr %a, ptr %b) {\n" +
		"  store ptr %b, ptr @g\n  ret void\n}\n" +
		"define void @later(ptr %a) {\n  store i32 1, ptr %a\n  ret void\n}\n"
	for k := 1; k < 7; k++ {
		text += fmt.Sprintf("define void @deep%d(ptr %%a) {\n  call void @deep%d(ptr %%a)\n  ret void\n}\n", k, k+1)
	}
	return text + "define void @deep7(ptr %a) {\n  ret void\n}\n"
}

// TestAnswers: a cached answer is that of a unit without earlier queries, whatever was queried
// before.
func TestAnswers(t *testing.T) {
	m := module(t, memoText())
	names := []string{"deep1", "deep2", "deep3", "deep4", "deep5", "deep6", "deep7", "two", "later"}
	ask := func(fa *Facts, name string, k int) string {
		f := function(m, name)
		use, _ := fa.param(f, k, 0)
		writes, _ := fa.writesElsewhere(f, 0)
		on, _ := fa.funcHandsOn(f, 0)
		late, _ := fa.paramLate(f, k, 0)
		params, _ := fa.flows(f, uint64(itself|inside)<<(holdBits*k), k == 0, 1)
		return fmt.Sprintf("%+v %t %t %t %t", use, writes, on, late, params.away)
	}
	for _, turned := range []bool{false, true} {
		fa := new(testEnv).facts(m)
		for round := range 2 {
			for n := range names {
				name := names[n]
				if turned {
					name = names[len(names)-1-n]
				}
				for k := range function(m, name).Params {
					if got, want := ask(fa, name, k), ask(new(testEnv).facts(m), name, k); got != want {
						t.Errorf("@%s, parameter %d, turned %t, round %d: %s, and asked alone %s", name, k,
							turned, round,
							got, want)
					}
				}
			}
		}
	}
}

// notYetEnv has no bodies until it is ready.
type notYetEnv struct {
	testEnv
	ready bool
}

func (e *notYetEnv) Body(f *ir.Func) bool { return e.ready && e.testEnv.Body(f) }

// TestNotYet: an answer is not cached if the body is not available yet, or is that of a coroutine
// that is not split.
func TestNotYet(t *testing.T) {
	for _, suspends := range []bool{false, true} {
		m := module(t, memoText()+"define i32 @seven() {\n  ret i32 7\n}\n"+partsText)
		env := &notYetEnv{ready: suspends}
		fa := env.facts(m)
		fa.Bodies = env
		for _, f := range m.Funcs {
			if suspends {
				f.Attrs = f.Attrs.With(m, ir.Attr{Name: ir.PresplitAttr})
			}
		}
		f, seven := function(m, "later"), function(m, "seven")
		for _, ready := range []bool{false, true} {
			if ready {
				env.ready = true
				for _, f := range m.Funcs {
					f.Attrs = f.Attrs.Without(m, ir.PresplitAttr)
				}
			}
			use, _ := fa.param(f, 0, 0)
			writes, _ := fa.writesElsewhere(f, 0)
			on, _ := fa.funcHandsOn(f, 0)
			late, _ := fa.paramLate(f, 0, 0)
			flow, _ := fa.flows(f, uint64(itself), false, 1)
			parts := fa.resumeUse(&Lifetime{Resume: function(m, "r"), Destroy: function(m, "d"), Cleanup: function(m, "c1")})
			if (use == allUses) == ready || writes == ready || on == ready || late == ready || flow.away == ready ||
				fa.funcThrows(f) == ready || (fa.result(seven) != nil) != ready || parts.opaqueBody == ready ||
				!parts.away {
				t.Errorf("suspends %t, ready %t: %+v, writes %t, hands on %t, late %t, %+v, result %v, parts %+v", suspends,
					ready, use, writes, on, late, flow, fa.result(seven), parts)
			}
		}
	}
}

// partsText has a destroy function that always calls @release, and @other only if a coroutine ran.
const partsText = `
@global = global ptr null
declare void @release(ptr) nounwind
declare void @other(ptr) nounwind
define void @r(ptr %h) {
  store ptr %h, ptr @global
  ret void
}
define void @d(ptr %h) {
  %ran = load i1, ptr %h
  br i1 %ran, label %yes, label %no
yes:
  call void @other(ptr %h)
  br label %no
no:
  call void @release(ptr %h)
  ret void
}
define void @c1(ptr %h) {
  call void @other(ptr %h)
  ret void
}
define void @c2(ptr %h) {
  call void @release(ptr %h)
  ret void
}
`

// TestLingers: two coroutines with the same destroy function, but different cleanup functions, free
// their frames by different functions. One of these is always called, and the other is not.
func TestLingers(t *testing.T) {
	for _, order := range [][]string{{"c1", "c2"}, {"c2", "c1"}} {
		m := module(t, partsText)
		fa := new(testEnv).facts(m)
		for _, name := range append(order, order...) {
			use := fa.resumeUse(&Lifetime{Resume: function(m, "r"), Destroy: function(m, "d"), Cleanup: function(m, name)})
			if use.lingers != (name == "c2") {
				t.Errorf("asked %v: with @%s the frame may linger: %t", order, name, use.lingers)
			}
		}
	}
}

// TestFlowsDeep: the query includes whether the frame holds addresses within itself.
func TestFlowsDeep(t *testing.T) {
	m := module(t, "@g = global ptr null\ndefine void @f(ptr %h) {\n  %v = load ptr, ptr %h\n"+
		"  store ptr %v, ptr @g\n  ret void\n}\n")
	for _, deep := range []bool{true, false, true} {
		fa := new(testEnv).facts(m)
		for _, first := range []bool{deep, !deep, deep} {
			if use, _ := fa.flows(function(m, "f"), uint64(itself|inside), first, 1); use.away != first {
				t.Errorf("deep %t: away %t", first, use.away)
			}
		}
	}
}

// TestThrowsInCycle: if functions call each other in a cycle and one throws, each of them throws,
// whichever is queried first.
func TestThrowsInCycle(t *testing.T) {
	const text = "declare void @throw()\ndefine void @a() {\n  call void @b()\n  call void @throw()\n  ret void\n" +
		"}\ndefine void @b() {\n  call void @a()\n  ret void\n}\n" +
		"define void @c() {\n  call void @c()\n  ret void\n}\n"
	for _, order := range [][]string{{"a", "b", "c"}, {"b", "a", "c"}} {
		m := module(t, text)
		fa := new(testEnv).facts(m)
		for _, name := range append(order, order...) {
			if got := fa.funcThrows(function(m, name)); got != (name != "c") {
				t.Errorf("asked %v: @%s throws %t", order, name, got)
			}
		}
	}
}

// TestReturnsTwiceTwice: repeated queries find a call that may return twice.
func TestReturnsTwiceTwice(t *testing.T) {
	m := module(t, "declare i32 @setjmp(ptr) returns_twice\ndefine void @f() {\n  %x = call i32 @setjmp(ptr null)\n"+
		"  ret void\n}\ndefine void @g() {\n  ret void\n}\n")
	fa := new(testEnv).facts(m)
	for range 2 {
		f, g := function(m, "f"), function(m, "g")
		if fa.body(f) && fa.returnsTwice(f) == nil || fa.body(g) && fa.returnsTwice(g) != nil {
			t.Error("it is forgotten")
		}
	}
}
