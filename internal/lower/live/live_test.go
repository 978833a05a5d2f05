// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// ranged is a coroutine with one suspend in a loop. BODY precedes the suspend, AFTER follows it.
// Each instruction of interest is a call of @mark with a number.
const ranged = `
define ptr @f(ptr %mem, i64 %n) presplitcoroutine {
entry:
  %a = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @mark(i32 0)
  br label %loop
loop:
  call void @mark(i32 1)
  BODY
  call void @mark(i32 2)
  br label %first
first:
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %first.after
first.after:
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  call void @mark(i32 3)
  AFTER
  call void @mark(i32 4)
  br label %loop
cleanup:
  call void @mark(i32 5)
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare void @mark(i32) nounwind memory(none)
declare i64 @get() nounwind
declare void @put(i64) nounwind
declare void @keep(ptr) nounwind
declare void @look(ptr nocapture) nounwind
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
`

// ranges lists code before and after the suspend, with the marks at which %a or %x must be live.
var ranges = []struct{ name, what, body, after, want string }{
	{"a value is live from its store to its reload", "x", `%x = call i64 @get()`, `call void @put(i64 %x)`, `2`},
	{"a parameter is live in the whole loop", "n", ``, `call void @put(i64 %n)`, `0 1 2 3 4`},
	{"an object of this function alone is live from the store to the load", "a",
		`store i64 1, ptr %a`, `%v = load i64, ptr %a`, `2 3`},
	{"a store of a part does not end the old content", "a",
		`store i32 1, ptr %a`, `%v = load i64, ptr %a`, `0 1 2 3 4`},
	{"an object that a callee looks at is live up to the call", "a",
		`store i64 1, ptr %a`, `call void @look(ptr %a)`, `2 3`},
	{"an object without markers that other code knows is always live", "a",
		`call void @keep(ptr %a)`, ``, `0 1 2 3 4 5`},
	{"markers bound an object that other code knows", "a", `
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)`, `call void @llvm.lifetime.end.p0(ptr %a)`, `2 3 5`},
	{"markers of one activation", "a", `
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @keep(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)`, ``, ``},
}

// analysed parses a module and finds where its coroutine @f is concurrent.
func analysed(t *testing.T, text string, callees live.Callees) (*ir.Module, *coro.Shape, *coro.Crossing, *coro.Concurrency) {
	t.Helper()
	m, err := parse.Module("f.ll", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	f.Renumber()
	shape, err := coro.Find(f)
	if err != nil {
		t.Fatal(err)
	}
	x := coro.NewCrossing(shape, false)
	return m, shape, x, live.NewConcurrency(m, shape, x, callees)
}

// named returns the parameter or the instruction with a name.
func named(f *ir.Func, name string) ir.Value {
	for _, p := range f.Params {
		if p.Name == name {
			return p
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Name() == name {
				return i
			}
		}
	}
	return nil
}

func TestRanges(t *testing.T) {
	for _, c := range ranges {
		t.Run(c.name, func(t *testing.T) {
			layout, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
			if err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer("BODY", c.body, "AFTER", c.after).Replace(ranged)
			m, shape, x, handed := analysed(t, text, nil)
			lv := live.New(shape, x, handed, layout)
			value := named(shape.F, c.what)
			var marks []*ir.Instr
			for b := shape.F.Entry(); b != nil; b = b.Next() {
				for i := b.First(); i != nil; i = i.Next() {
					if g := i.CalledFunc(); i.IsCall() && g != nil && g.Name == "mark" {
						marks = append(marks, i)
					}
				}
			}
			var spans []frame.Span
			if a := ir.AsInstr(value); a != nil && a.Op == ir.OpAlloca {
				as := &coro.Allocas{M: m, Layout: layout, Begin: shape.Begin, X: x, Concurrency: handed}
				spans = lv.Object(as.Inspect(a), 8).Spans
			} else {
				var users []*ir.Instr
				var first *ir.Use
				if a != nil {
					first = a.FirstUse()
				} else {
					first = value.(*ir.Param).FirstUse()
				}
				for u := first; u != nil; u = u.Next() {
					users = append(users, u.User())
				}
				spans = lv.Value(value, users).Spans
			}
			var got []string
			for k, i := range marks {
				for _, s := range spans {
					if s.From <= lv.At(i) && lv.At(i) < s.To {
						got = append(got, strconv.Itoa(k))
					}
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("live at %q, want %q", strings.Join(got, " "), c.want)
			}
		})
	}
}

// TestApart checks whether an iteration of the loop reads from %a what another wrote.
func TestApart(t *testing.T) {
	const half = `%b = getelementptr i8, ptr %a, i64 4
  `
	for _, c := range []struct {
		name, body, after string
		budget            int // of the searches; 0 is the usual one
		want              bool
	}{
		{"written and read", "store i64 1, ptr %a\n  %v = load i64, ptr %a", "", 0, true},
		{"read and written", "%v = load i64, ptr %a\n  store i64 1, ptr %a", "", 0, false},
		{"written before the suspend and read after it", "store i64 1, ptr %a", "%v = load i64, ptr %a", 0, false},
		{"written after the suspend and read before the next", "%v = load i64, ptr %a", "store i64 1, ptr %a", 0, true},
		{"written after the suspend and read before the next, beyond the budget", "%v = load i64, ptr %a", "store i64 1, ptr %a", 1, false},
		{"written after the suspend, but not all", "%v = load i64, ptr %a", "store i32 1, ptr %a", 0, false},
		{"written in two pieces", half + "store i32 1, ptr %a\n  store i32 1, ptr %b\n  %v = load i64, ptr %a", "", 0, true},
		{"another piece read", half + "store i32 1, ptr %a\n  %v = load i32, ptr %b", "", 0, false},
		{"undefined by its lifetime", "call void @llvm.lifetime.start.p0(ptr %a)\n  %v = load i64, ptr %a", "", 0, true},
		{"the address escapes", "store i64 1, ptr %a\n  call void @keep(ptr %a)", "", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			layout, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
			if err != nil {
				t.Fatal(err)
			}
			m, shape, x, handed := analysed(t, strings.NewReplacer("BODY", c.body, "AFTER", c.after).Replace(ranged), nil)
			lv := live.New(shape, x, handed, layout)
			if c.budget != 0 {
				lv.SetBudget(c.budget)
			}
			as := &coro.Allocas{M: m, Layout: layout, Begin: shape.Begin, X: x, Concurrency: handed}
			if got := lv.Apart(as.Inspect(named(shape.F, "a").(*ir.Instr)), 8); got != c.want {
				t.Errorf("apart: %v, want %v", got, c.want)
			}
		})
	}
}

// TestBeyondBudget: if the budget for searches is spent, a slot counts as live everywhere.
func TestBeyondBudget(t *testing.T) {
	layout, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []string{
		"%v = load i64, ptr %a",
		"call void @keep(ptr %a)\n  call void @llvm.lifetime.end.p0(ptr %a)",
	} {
		body := "call void @llvm.lifetime.start.p0(ptr %a)\n  store i64 1, ptr %a\n  %x = call i64 @get()"
		text := strings.NewReplacer("BODY", body, "AFTER", after+"\n  call void @put(i64 %x)").Replace(ranged)
		m, shape, x, handed := analysed(t, text, nil)
		as := &coro.Allocas{M: m, Layout: layout, Begin: shape.Begin, X: x, Concurrency: handed}
		lv := live.New(shape, x, handed, layout)
		object := as.Inspect(named(shape.F, "a").(*ir.Instr))
		value := named(shape.F, "x").(*ir.Instr)
		always := lv.Always()
		for _, spans := range [][]frame.Span{lv.Object(object, 8).Spans, lv.Value(value, []*ir.Instr{value.FirstUse().User()}).Spans} {
			if slices.Equal(spans, always) {
				t.Errorf("live everywhere within the budget, with %s", after)
			}
		}
		lv.SetBudget(0)
		if spans := lv.Object(object, 8).Spans; !slices.Equal(spans, always) {
			t.Errorf("the object is live at %v, with %s", spans, after)
		}
		if spans := lv.Value(value, []*ir.Instr{value.FirstUse().User()}).Spans; !slices.Equal(spans, always) {
			t.Errorf("the value is live at %v", spans)
		}
	}
}

// TestPositions: instructions have positions in their order, and those that were added later have none.
func TestPositions(t *testing.T) {
	layout, err := target.ParseLayout("e-m:e-i64:64-n8:16:32:64-S128")
	if err != nil {
		t.Fatal(err)
	}
	m, shape, x, handed := analysed(t, strings.NewReplacer("BODY", "", "AFTER", "").Replace(ranged), nil)
	lv := live.New(shape, x, handed, layout)
	last := int32(-1)
	for b := shape.F.Entry(); b != nil; b = b.Next() {
		if at := lv.Head(b); at <= last {
			t.Errorf("block %s is at %d, after %d", b.Name(), at, last)
		}
		for i := b.First(); i != nil; i = i.Next() {
			if at := lv.At(i); at <= last {
				t.Errorf("instruction %s is at %d, after %d", i.Name(), at, last)
			} else {
				last = at
			}
		}
	}
	if end := lv.Always()[0].To; end != last+1 {
		t.Errorf("positions end at %d, after %d", end, last)
	}
	a := named(shape.F, "a").(*ir.Instr)
	added := ir.NewBuilder(m).At(a).Cast(ir.OpPtrToInt, a, m.Types.Int(64), "")
	for range 2 { // without an ID, and with a new one
		if at := lv.At(added); at != -1 {
			t.Errorf("the added instruction is at %d", at)
		}
		shape.F.NumberNew()
	}
}
