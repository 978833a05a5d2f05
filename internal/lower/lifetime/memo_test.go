// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
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
	text := "@kept = global ptr null\ndeclare void @sink(ptr)\ndefine void @two(ptr %a, ptr %b) {\n" +
		"  store ptr %b, ptr @kept\n  ret void\n}\n" +
		"define void @later(ptr %a) {\n  store i32 1, ptr %a\n  ret void\n}\n"
	for k := 1; k < 7; k++ {
		text += fmt.Sprintf("define void @deep%d(ptr %%a) {\n  call void @deep%d(ptr %%a)\n  ret void\n}\n", k, k+1)
	}
	return text + "define void @deep7(ptr %a) {\n  ret void\n}\n"
}

// answersText has functions that answer each query of Facts in both ways, some of them because of
// other functions.
const answersText = `
declare i32 @setjmp(ptr) returns_twice
declare void @throw()
declare void @longjmp(ptr) noreturn
define void @early(ptr %a, ptr %b) {
  call void @two(ptr %a, ptr %b)
  store i32 2, ptr %a
  ret void
}
define ptr @same(ptr %a, ptr %b) {
  ret ptr %b
}
define void @behind(ptr %a) {
  %r = call ptr @same(ptr %a, ptr null)
  call void @sink(ptr null)
  %v = load i32, ptr %a
  ret void
}
define void @throws(ptr %a) {
  call void @catches(ptr %a)
  call void @throw()
  ret void
}
define void @catches(ptr %a) {
  call void @throws(ptr %a)
  ret void
}
define void @jumps(ptr %a) {
  call void @longjmp(ptr %a)
  unreachable
}
define void @over(ptr %a) {
  call void @jumps(ptr null)
  ret void
}
define void @twice(ptr %a) {
  %x = call i32 @setjmp(ptr null)
  ret void
}
define i32 @three(ptr %a) {
  ret i32 3
}
define i32 @varies(ptr %a) {
  %v = load i32, ptr %a
  ret i32 %v
}
define void @resumes(ptr %slot) {
  %h = load ptr, ptr %slot
  %f = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
  call void %f(ptr %h)
  ret void
}
define void @within(ptr %h) {
  %in = getelementptr i8, ptr %h, i64 16
  store ptr %in, ptr %h
  ret void
}
`

// TestAnswers: a cached answer is that of a unit without earlier queries, whatever was queried
// before. This holds for all facts about a function and for its summary.
func TestAnswers(t *testing.T) {
	m := module(t, calleesText+memoText()+partsText+answersText)
	type query struct{ name, cleanup string } // a function, and the cleanup function of a coroutine
	var queries []query
	for _, f := range m.Funcs {
		if !f.Declared {
			queries = append(queries, query{f.Name, "c1"}, query{f.Name, "c2"})
		}
	}
	ask := func(fa *Facts, q query) string {
		f, cleanup := function(m, q.name), function(m, q.cleanup)
		fa.body(f)
		writes, _ := fa.writesElsewhere(f, 0)
		on, _ := fa.funcHandsOn(f, 0)
		b := fmt.Sprintf("%t %t %t %t %v %t\n", writes, on, fa.funcThrows(f), fa.funcJumps(f), fa.result(f),
			fa.returnsTwice(f) != nil)
		for k := range f.Params {
			use, _ := fa.param(f, k, 0)
			late, _ := fa.paramLate(f, k, 0)
			b += fmt.Sprintf("%+v %t", use, late)
			for _, deep := range []bool{false, true} {
				flow, _ := fa.flows(f, uint64(itself|inside)<<(holdBits*k), deep, 1)
				var given []string // in no order
				for _, g := range flow.given {
					name := "unknown"
					if g != nil {
						name = g.Name
					}
					given = append(given, name)
				}
				slices.Sort(given)
				flow.given = nil
				b += fmt.Sprintf(" %+v %v", flow, given)
			}
			b += "\n"
		}
		b += fmt.Sprintf("%+v %+v\n", fa.resumeUse(&Lifetime{Resume: f, Destroy: function(m, "d"), Cleanup: cleanup}),
			fa.resumeUse(&Lifetime{Resume: function(m, "r"), Destroy: f, Cleanup: cleanup}))
		sum, err := json.Marshal(fa.Summary(f))
		if err != nil {
			t.Fatal(err)
		}
		return b + string(sum)
	}
	want := map[query]string{}
	for _, q := range queries {
		want[q] = ask(new(testEnv).facts(m), q)
	}
	rnd := rand.New(rand.NewPCG(24, 1))
	for range 20 {
		fa := new(testEnv).facts(m)
		for range 2 {
			rnd.Shuffle(len(queries), func(i, j int) { queries[i], queries[j] = queries[j], queries[i] })
			for _, q := range queries {
				if got := ask(fa, q); got != want[q] {
					t.Fatalf("in the order %v, %v: %s\nand asked alone: %s", queries, q, got, want[q])
				}
			}
		}
	}
	all := strings.Join(slices.Collect(maps.Values(want)), "")
	for _, field := range []string{"keeps", "returns", "handle", "writes", "readLate", "throws", "jumps", "runs", "result",
		"resumes", "destroys", "exits"} {
		if !strings.Contains(all, `"`+field+`":`) {
			t.Errorf("no summary has %s", field)
		}
	}
}

// TestProveAnswers: with Prove, a cached answer that is not that of the function is found, unless a
// function has changed since.
func TestProveAnswers(t *testing.T) {
	m := module(t, memoText()+answersText)
	f, varies := function(m, "two"), function(m, "varies")
	for name, wrong := range map[string]func(fa *Facts, then func()){
		"none": func(*Facts, func()) {},
		"a use": func(fa *Facts, then func()) {
			fa.params.Put(question{f, 1}, 0, addrUse{}, 0)
			then()
			fa.param(f, 1, 0)
		},
		"writes": func(fa *Facts, then func()) {
			fa.writes.Put(question{f, noParam}, 0, false, 0)
			then()
			fa.writesElsewhere(f, 0)
		},
		"a flow": func(fa *Facts, then func()) {
			flow, _ := fa.anew().flows(f, uint64(itself), true, 1)
			flow.given = append(flow.given, f)
			fa.flowed.Put(flowKey{f, uint64(itself), true}, 1, flow, 0)
			then()
			fa.flows(f, uint64(itself), true, 1)
		},
		"a result": func(fa *Facts, then func()) {
			fa.results.Put(question{varies, noParam}, 0, m.ConstInt(m.Types.Int(32), 3), 0)
			then()
			fa.result(varies)
		},
	} {
		for n := range 4 {
			fa := new(testEnv).facts(m)
			prove, changes := n&1 != 0, n&2 != 0
			fa.Prove = prove
			func() {
				defer func() {
					if found := recover(); (found != nil) != (prove && !changes && name != "none") {
						t.Errorf("%s, prove %t, changes %t: %v", name, prove, changes, found)
					}
				}()
				wrong(fa, func() {
					if changes {
						fa.Changed(f)
					}
				})
			}()
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

// calleesText has functions that receive the address of a variable that holds a coroutine's handle,
// and use it in different ways.
const calleesText = `
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @memory() nounwind
declare void @others(ptr) nounwind
declare ptr @f()
declare ptr @g()
define void @f.resume(ptr %h) nounwind { ret void }
define void @f.destroy(ptr %h) nounwind { ret void }
define void @f.cleanup(ptr %h) nounwind { ret void }
define void @g.resume(ptr %h) nounwind { ret void }
define void @g.destroy(ptr %h) nounwind { ret void }
define void @g.cleanup(ptr %h) nounwind { ret void }
define void @close(ptr %slot) nounwind {
  %h = load ptr, ptr %slot
  %null = icmp eq ptr %h, null
  br i1 %null, label %done, label %destroy
destroy:
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  call void %d(ptr %h)
  br label %done
done:
  ret void
}
define void @pass(ptr %slot) nounwind {
  call void @close(ptr %slot)
  ret void
}
define void @byname(ptr %slot) nounwind {
  %h = load ptr, ptr %slot
  call void @f.cleanup(ptr %h)
  ret void
}
define void @deeper(ptr %slot) nounwind {
  call void @pass(ptr %slot)
  ret void
}
define void @around(ptr %slot) nounwind {
  call void @byname(ptr %slot)
  ret void
}
define void @look(ptr %slot) nounwind {
  %h = load ptr, ptr %slot
  br label %on
on:
  ret void
}
define void @leak(ptr %slot) nounwind {
  %h = load ptr, ptr %slot
  call void @others(ptr %h)
  ret void
}
define void @ping(ptr %slot) nounwind {
  call void @pong(ptr %slot)
  ret void
}
define void @pong(ptr %slot) nounwind {
  %c = load volatile i1, ptr %slot
  br i1 %c, label %close, label %again
close:
  call void @close(ptr %slot)
  ret void
again:
  call void @ping(ptr %slot)
  ret void
}
`

// TestCalls: the functions that a function calls by name, and whether its attributes forbid a
// search, are computed again when it changes.
func TestCalls(t *testing.T) {
	m := module(t, calleesText)
	fa := new(testEnv).facts(m)
	f := function(m, "deeper")
	fa.Body(f)
	if got := fa.calls(f); !slices.Equal(got, []*ir.Func{function(m, "pass")}) {
		t.Errorf("calls %d functions", len(got))
	}
	if fa.look(f).unfit {
		t.Error("it is unfit")
	}
	if !fa.returns(f) {
		t.Error("it never returns")
	}
	f.Entry().First().Erase()
	for b := f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t.Op == ir.OpRet {
			b.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
			t.Erase()
		}
	}
	f.Attrs = f.Attrs.With(m, ir.Attr{Name: "returns_twice"})
	fa.Changed(f)
	if got := fa.calls(f); len(got) > 0 {
		t.Errorf("still calls %d functions", len(got))
	}
	if !fa.look(f).unfit {
		t.Error("it is still fit")
	}
	if fa.returns(f) {
		t.Error("it still returns")
	}
}
