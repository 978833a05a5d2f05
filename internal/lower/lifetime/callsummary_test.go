// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// recallText has functions that receive the address of a variable that holds a coroutine's handle,
// and use it in different ways.
const recallText = `
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

// chain returns functions @<name>1 to @<name>n. Each calls the next one, and the last calls @close.
func chain(name string, n int) string {
	var b strings.Builder
	for k := 1; k <= n; k++ {
		next := name + strconv.Itoa(k+1)
		if k == n {
			next = "close"
		}
		fmt.Fprintf(&b, "define void @%s%d(ptr %%slot) nounwind {\n  call void @%s(ptr %%slot)\n  ret void\n}\n",
			name, k, next)
	}
	return b.String()
}

// long returns a function with a number of blocks, which reads a variable.
func long(name string, blocks int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "define void @%s(ptr %%slot) nounwind {\n  %%h = load ptr, ptr %%slot\n", name)
	for k := 1; k < blocks; k++ {
		fmt.Fprintf(&b, "  br label %%b%d\nb%d:\n", k, k)
	}
	return b.String() + "  ret void\n}\n"
}

// creator returns a function that creates a coroutine, stores its handle in a variable, and then
// runs the code in then.
func creator(name, coroutine, then string) string {
	return "define void @" + name + "() nounwind {\n  %first = alloca ptr\n  %slot = alloca ptr\n" +
		"  %mem = call ptr @memory()\n" +
		"  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @" + coroutine + ", ptr null)\n" +
		"  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)\n" +
		"  store ptr %h, ptr %slot\n" + then + "\n  ret void\n}\n"
}

// decideIn decides the creation in a function. It returns how many blocks of callees were searched
// for that, and how many were in searches that summaries replaced.
func decideIn(fa *Facts, name string) (l *Lifetime, walked, recalled int) {
	f, before := function(fa.M, name), fa.Stats
	for i := f.Entry().First(); i != nil; i = i.Next() {
		if ir.CoroCall(i) == ir.CoroID {
			ramp := i.Arg(2).(*ir.Func)
			part := func(name string) *ir.Func { return function(fa.M, ramp.Name+name) }
			l = &Lifetime{ID: i, Begin: i.Users()[0], Coroutine: ramp, Resume: part(".resume"),
				Destroy: part(".destroy"), Cleanup: part(".cleanup")}
		}
	}
	fa.Decide(f, []*Lifetime{l}, Query{})
	return l, fa.Stats.Nested - before.Nested, fa.Stats.Recalled - before.Recalled
}

// miss returns the reason in a word.
func miss(l *Lifetime) string {
	if l.Miss == nil {
		return ""
	}
	return l.Miss.Kind.String()
}

// TestRecall: a call summary of one creation is used for another one exactly if a search would run
// the same way there, and the result is that of a new search.
func TestRecall(t *testing.T) {
	const closes = "  call void @close(ptr %slot)"
	for _, c := range []struct {
		name, text string // text is @second; @first closes a variable that holds a coroutine @f
		first      string // the code of @first, if it is another
		recalled   bool   // call summaries replace all callee searches of @second
		want       string
	}{
		{"the same", creator("second", "f", closes), "", true, ""},
		{"another coroutine, of which a part is read", creator("second", "g", closes), "", false, ""},
		{"another variable, and another beside it", creator("second", "f", "  store ptr null, ptr %first\n"+closes),
			"", true, ""},
		{"a variable without it before", creator("second", "f", "  call void @close(ptr %first)\n"+closes),
			"", true, ""},
		{"an address behind its beginning", creator("second", "f", "  %in = getelementptr i8, ptr %h, i64 8\n"+
			"  store ptr %in, ptr %slot\n"+closes), "", false, "unknown-callee"},
		{"others have the variable", creator("second", "f", "  call void @others(ptr %slot)\n"+
			"  store ptr %h, ptr %slot\n"+closes), "", false, ""},
		{"destroyed twice", creator("second", "f", closes+"\n"+closes), "", true, ""},
		{"from deeper", creator("second", "f", "  call void @pass(ptr %slot)"), "", false, ""},
		{"from less deep", creator("second", "f", "  call void @pass(ptr %slot)"), "  call void @deeper(ptr %slot)",
			true, ""},
		{"the part by name", creator("second", "f", "  call void @around(ptr %slot)"), "  call void @byname(ptr %slot)",
			false, ""},
		{"another's part by name", creator("second", "g", "  call void @byname(ptr %slot)"),
			"  call void @byname(ptr %slot)", false, ""},
		{"too deep", chain("d", maxCallDepth+1) + creator("second", "f", "  call void @d1(ptr %slot)"),
			"  call void @d4(ptr %slot)", false, "escape"},
		{"a cycle from its other end", creator("second", "f", "  call void @ping(ptr %slot)"),
			"  call void @pong(ptr %slot)", false, "escape"},
		{"given away", creator("second", "f", "  call void @leak(ptr %slot)"), "  call void @leak(ptr %slot)", true,
			"unknown-callee"},
		{"no steps left for it", long("long", maxNestedSteps-1) + creator("second", "f",
			"  call void @long(ptr %slot)\n"+closes), "", false, "escape"},
		{"steps that it takes", long("long", maxNestedSteps-150) + creator("second", "f",
			strings.Repeat("  call void @look(ptr %slot)\n", 100)+
				"  call void @long(ptr %slot)\n"+closes), "  call void @look(ptr %slot)\n" + closes, false, "escape"},
		{"what was another's part", creator("second", "f", "  call void @byname(ptr %slot)"), "other coroutine",
			false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first := creator("first", "f", closes)
			switch c.first {
			case "":
			case "other coroutine":
				first = creator("first", "g", "  call void @byname(ptr %slot)")
			default:
				first = creator("first", "f", c.first)
			}
			m := module(t, recallText+first+c.text)
			fresh, _, _ := decideIn(new(testEnv).facts(m), "second")
			fa := new(testEnv).facts(m)
			if _, walked, recalled := decideIn(fa, "first"); walked == 0 || recalled != 0 {
				t.Fatalf("the first creation: %d blocks walked, %d recalled", walked, recalled)
			}
			l, walked, recalled := decideIn(fa, "second")
			if miss(l) != c.want || miss(fresh) != c.want {
				t.Errorf("%q, and with nothing remembered %q, not %q", miss(l), miss(fresh), c.want)
			}
			if (walked == 0) != c.recalled || walked+recalled == 0 {
				t.Errorf("%d blocks walked, %d recalled", walked, recalled)
			}
			if !slices.Equal(l.Blockers, fresh.Blockers) {
				t.Errorf("%d calls in the way, and with nothing remembered %d", len(l.Blockers), len(fresh.Blockers))
			}
			proved := new(testEnv).facts(m)
			proved.Prove = true
			decideIn(proved, "first")
			decideIn(proved, "second") // panics if a search differs from its summary
		})
	}
}

// TestChanged: call summaries are invalidated if a function that they depend on changes, directly
// or through other functions.
func TestChanged(t *testing.T) {
	for _, by := range []string{"close", "pass", "deeper"} {
		call := "  call void @" + by + "(ptr %slot)"
		m := module(t, recallText+creator("first", "f", call)+creator("second", "f", call+"\n"+
			"  call void @others(ptr %slot)"))
		fa := new(testEnv).facts(m)
		for k, want := range []string{"", "unknown-callee"} {
			l, walked, _ := decideIn(fa, "first")
			if miss(l) != "" && k == 0 || walked == 0 {
				t.Fatalf("%s, change %d: %q after a walk of %d blocks", by, k, miss(l), walked)
			}
			if l, walked, _ = decideIn(fa, "second"); miss(l) != want || walked != 0 {
				t.Errorf("%s, change %d: %q after a walk of %d blocks, not %q", by, k, miss(l), walked, want)
			}
			f := function(m, "close")
			for b := f.Entry(); b != nil; b = b.Next() {
				for i := b.First(); i != nil; i = i.Next() {
					if i.IsCall() && ir.CoroCall(i) == ir.NotCoro {
						i.Erase() // it no longer destroys
						break
					}
				}
			}
			fa.Changed(f)
		}
	}
}

// TestCalls: the functions that a function calls by name, and whether its attributes forbid a
// search, are computed again when it changes.
func TestCalls(t *testing.T) {
	m := module(t, recallText)
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

// TestViewsDiffer: summary keys are equal only if all their fields are, whatever their hashes are.
func TestViewsDiffer(t *testing.T) {
	m := module(t, recallText)
	view0 := func() *summaryKey {
		return &summaryKey{callee: function(m, "close"), args: []shallowKey{{kind: knownAddr, at: 0}},
			vars:  []keyVariable{{typ: m.Types.Int(8)}},
			cells: []keyCell{{at: 0, size: 8, k: shallowKey{kind: knownFrame}}}}
	}
	if a, b := view0(), view0(); !a.equal(b) || a.hash() != b.hash() {
		t.Fatal("a view is not equal to its like")
	}
	for k, change := range []func(v *summaryKey){
		func(v *summaryKey) { v.callee = function(m, "pass") }, func(v *summaryKey) { v.flags |= hasSlept },
		func(v *summaryKey) { v.use.away = true },
		func(v *summaryKey) { v.args = nil }, func(v *summaryKey) { v.args[0].off = 8 },
		func(v *summaryKey) { v.args[0].kind = knownFrame }, func(v *summaryKey) { v.args[0].at = 1 },
		func(v *summaryKey) { v.args[0].v = m.Bool(true) }, func(v *summaryKey) { v.vars[0].typ = m.Types.Int(16) },
		func(v *summaryKey) { v.vars[0].holds = true },
		func(v *summaryKey) { v.vars[0].captured = true }, func(v *summaryKey) { v.vars = append(v.vars, v.vars[0]) },
		func(v *summaryKey) { v.cells = nil },
		func(v *summaryKey) { v.cells[0].at = inFrame }, func(v *summaryKey) { v.cells[0].off = 8 },
		func(v *summaryKey) { v.cells[0].size = 4 }, func(v *summaryKey) { v.cells[0].k.off = 8 },
	} {
		v := view0()
		if change(v); v.equal(view0()) {
			t.Errorf("change %d makes no difference", k)
		}
	}
}
