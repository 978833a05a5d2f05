// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/test/lowertest"
)

// generators loads a program of a generator and functions that use it, its coroutine count split.
func generators(t *testing.T) *lowertest.Unit {
	t.Helper()
	text, err := os.ReadFile("testdata/lookthrough/generator.ll")
	if err != nil {
		t.Fatal(err)
	}
	c := lowertest.Load(t, string(text))
	for _, f := range append([]*ir.Func(nil), c.M.Funcs...) {
		if f.Declared {
			continue
		}
		if _, err := lower.Early(c.Unit, f); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := c.SplitFunc(fn(t, c, "_Z5counti")); err != nil || r.Outcome != split.Planned {
		t.Fatal(r, err)
	}
	c.Remarks = &remark.Sink{}
	for _, f := range c.M.Funcs {
		f.Changed = false
	}
	return c
}

func fn(t *testing.T, c *lowertest.Unit, name string) *ir.Func {
	t.Helper()
	f, err := c.M.Func(name)
	if err != nil || f == nil {
		t.Fatalf("@%s: %v", name, err)
	}
	return f
}

// look runs LookThrough and checks what always holds.
func look(t *testing.T, c *lowertest.Unit, f *ir.Func) bool {
	t.Helper()
	before := emit.FuncString(f)
	changed, err := c.Elide.LookThrough(f, false)
	if err != nil {
		t.Fatal(err)
	}
	if changed != f.Changed {
		t.Errorf("@%s: changed is %v, the function says %v", f.Name, changed, f.Changed)
	}
	if after := emit.FuncString(f); !changed && after != before {
		t.Errorf("@%s changed unsaid from\n%s\nto\n%s", f.Name, before, after)
	}
	if l := ir.VerifyFunc(f); len(l) > 0 {
		t.Errorf("@%s is broken: %v\n%s", f.Name, l, emit.FuncString(f))
	}
	return changed
}

// TestLookThrough checks that what makes and moves a task is looked through, in a function and in a
// coroutine that was not split, and that the frame can be elided then; once it is, that the loop
// that uses the coroutine takes in its small parts.
func TestLookThrough(t *testing.T) {
	for _, name := range []string{"_Z4madev", "_Z5movedv", "_Z5inneri"} {
		c := generators(t)
		f := fn(t, c, name)
		if !look(t, c, f) {
			t.Errorf("@%s: nothing is looked through: %+v", name, c.Elide.Elisions())
			continue
		}
		if text := emit.FuncString(f); strings.Contains(text, "@_Z5counti(") || strings.Contains(text, "@_Z5makeri(") {
			t.Errorf("the creation is still a call in\n%s", text)
		}
		if l := c.Elide.Elisions(); len(l) > 0 {
			t.Errorf("@%s: %v", name, l)
		}
		lives := c.Elide.Lifetimes(f)
		if len(lives) != 1 || lives[0].Miss != nil {
			t.Errorf("@%s: %d lives, the first is missed for %v", name, len(lives), lives[0].Miss)
		}
		if _, err := c.Elide.Elide(f, false); err != nil {
			t.Fatal(err)
		}
		opt.Simplify(c.M, f, c.Layout)
		f.Changed = false
		if !look(t, c, f) {
			t.Errorf("@%s: the parts are not looked at", name)
		}
		if text := emit.FuncString(f); strings.Contains(text, "fastcc void @_Z5counti.") {
			t.Errorf("small parts are still called in\n%s", text)
		}
	}
}

// TestLookThroughSoleCall checks that a large part is inlined into the function that holds the frame
// if that calls the part once, and not if it calls it twice or the part is larger still.
func TestLookThroughSoleCall(t *testing.T) {
	for _, tc := range []struct {
		calls, loads int
		inlined      bool
	}{{1, 80, true}, {2, 80, false}, {1, 200, false}} {
		c := generators(t)
		part := fn(t, c, "_Z5counti.resume")
		bld := ir.NewBuilder(c.M).Before(part.Entry().FirstNonPhi())
		for range tc.loads {
			bld.Load(c.M.Types.Int(8), part.Params[0], 1, "").Flags |= ir.FlagVolatile
		}
		f := fn(t, c, "_Z4madev")
		look(t, c, f)
		if _, err := c.Elide.Elide(f, false); err != nil {
			t.Fatal(err)
		}
		opt.Simplify(c.M, f, c.Layout)
		var call *ir.Instr
		n := 0
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if i.CalledFunc() == part {
					call = i
					n++
				}
			}
		}
		if n != 1 {
			t.Fatalf("%d calls of the part in\n%s", n, emit.FuncString(f))
		}
		if tc.calls == 2 {
			bld.Before(call).Call(part, part.FTy, part.CC, []ir.Value{call.Arg(0)}, "")
		}
		f.Changed = false
		look(t, c, f)
		if got := strings.Count(emit.FuncString(f), "fastcc void @_Z5counti.resume"); got != 0 == tc.inlined {
			t.Errorf("%+v: %d calls are left in\n%s", tc, got, emit.FuncString(f))
		}
	}
}

// TestLookThroughUndone checks a maker, in which no frame can lie: it stays as it is, the reason is
// told once.
func TestLookThroughUndone(t *testing.T) {
	c := generators(t)
	f := fn(t, c, "_Z5makeri")
	var once lifetime.Stats // of the first trial, which is the only one
	for round := range 3 {
		if look(t, c, f) {
			t.Fatalf("changed to\n%s", emit.FuncString(f))
		}
		if round == 0 {
			once = c.Elide.Walks()
		}
	}
	if again := c.Elide.Walks(); once.Blocks == 0 || again != once {
		t.Errorf("a search of %+v became %+v", once, again)
	}
	if n := len(c.Elide.Elisions()); n != 1 || (c.Elide.Elisions())[0].Elided || (c.Elide.Elisions())[0].Miss == nil {
		t.Errorf("%d reports: %+v", n, c.Elide.Elisions())
	}
}

// TestLookThroughSome checks a function with two creations, one of which has its handle kept
// elsewhere: that one stays a call.
func TestLookThroughSome(t *testing.T) {
	c := generators(t)
	f := fn(t, c, "_Z10one_of_twov")
	if !look(t, c, f) {
		t.Fatal("nothing is looked through")
	}
	text := emit.FuncString(f)
	if strings.Count(text, "@_Z5counti(") != 1 || strings.Count(text, "call token @llvm.coro.id(") != 1 {
		t.Errorf("not one of two creations is a call in\n%s", text)
	}
	if n := len(c.Elide.Elisions()); n != 1 || (c.Elide.Elisions())[0].Miss == nil {
		t.Errorf("%d misses are told: %+v", n, c.Elide.Elisions())
	}
}

// twiceText is a function that creates the coroutine @f twice.
const twiceText = `
define void @user() {
  %h0 = call ptr @f()
  %h1 = call ptr @f()
  call void @llvm.coro.destroy(ptr %h0)
  call void @llvm.coro.destroy(ptr %h1)
  ret void
}
declare void @llvm.coro.destroy(ptr)
`

// TestLookThroughBudget checks that a creation that the budget kept from being inlined is reported
// as such, whether another creation of the function was inlined or not.
func TestLookThroughBudget(t *testing.T) {
	for _, tc := range []struct {
		uses   int // instructions of the ramp that each creation adds
		added  int64
		elided int
	}{{3, 1, 1}, {30, 1, 0}, {30, 1000, 2}} {
		c := lowertest.Load(t, coroText("f", strings.Repeat("  call void @print()\n", tc.uses), true)+twiceText+coroDecls)
		for _, name := range []string{"f", "user"} {
			if _, err := lower.Early(c.Unit, fn(t, c, name)); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := c.SplitFunc(fn(t, c, "f")); err != nil || r.Outcome != split.Planned {
			t.Fatal(r, err)
		}
		c.Elide.Opts.MaxAdded = tc.added
		f := fn(t, c, "user")
		f.Changed = false
		look(t, c, f)
		if _, err := c.Elide.Elide(f, false); err != nil {
			t.Fatal(err)
		}
		list, n := c.Elide.Elisions(), 0
		for _, e := range list {
			switch {
			case e.Elided:
				n++
			case e.Miss.Kind != lifetime.MissBudget:
				t.Errorf("%+v: missed for %v", tc, e.Miss)
			}
		}
		if n != tc.elided || len(list) != 2 {
			t.Errorf("%+v: %d of %d elided", tc, n, len(list))
		}
	}
}

// TestLookThroughRefused checks what may not be looked through: a ramp that is noinline, and a
// function that is not to be optimised.
func TestLookThroughRefused(t *testing.T) {
	for _, attr := range []string{"noinline", "optnone"} {
		c := generators(t)
		f := fn(t, c, "_Z5movedv")
		g := f
		if attr == "noinline" {
			g = fn(t, c, "_Z5counti")
		}
		g.Attrs = g.Attrs.With(c.M, ir.Attr{Name: attr}).With(c.M, ir.Attr{Name: "noinline"}) // which optnone asks for
		if look(t, c, f) {
			t.Errorf("%s: changed to\n%s", attr, emit.FuncString(f))
		}
	}
}
