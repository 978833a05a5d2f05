// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// TestNarrowNulls checks which phis of pointers become booleans. FIRST is what enters the loop, LAST
// the other value of the phi in it, and USE another use.
func TestNarrowNulls(t *testing.T) {
	const loop = `
declare void @g()
declare extern_weak void @weak()
declare void @use(ptr)
define i1 @f(i1 %c, i1 %d, ptr %p) ATTR {
entry:
  br label %loop
loop:
  %fn = phi ptr [ FIRST, %entry ], [ %next, %latch ]
  USE
  %live = icmp ne ptr null, %fn
  br i1 %c, label %final, label %suspended
final:
  br label %latch
suspended:
  br label %latch
latch:
  %next = phi ptr [ LAST, %final ], [ %fn, %suspended ]
  %done = icmp eq ptr %next, null
  %both = and i1 %done, %live
  br i1 %d, label %loop, label %out
out:
  ret i1 %both
}
`
	for name, k := range map[string]struct {
		first, last, use, attr string
		narrow                 bool
	}{
		"done":            {narrow: true},
		"null first":      {first: "null", last: "@g", narrow: true},
		"zero":            {last: "zeroinitializer", narrow: true},
		"parameter":       {first: "%p"},
		"weak":            {first: "@weak"},
		"poison":          {last: "poison"},
		"passed on":       {use: "call void @use(ptr %fn)"},
		"called":          {use: "call void %fn()"},
		"ordered":         {use: "%o = icmp ult ptr %fn, null"},
		"compared":        {use: "%o = icmp eq ptr %fn, %p"},
		"null is a place": {attr: "null_pointer_is_valid"},
	} {
		t.Run(name, func(t *testing.T) {
			if k.first == "" {
				k.first = "@g"
			}
			if k.last == "" {
				k.last = "null"
			}
			m := load(t, strings.NewReplacer("FIRST", k.first, "LAST", k.last, "USE", k.use, "ATTR", k.attr).Replace(loop))
			var got bool
			apply(t, m, func(f *ir.Func) bool { got = opt.NarrowNulls(m, f); return got })
			f, _ := m.Func("f")
			if text := emit.FuncString(f); got != k.narrow || strings.Contains(text, "phi ptr") == k.narrow {
				t.Errorf("narrowed: %v, want %v\n%s", got, k.narrow, text)
			}
		})
	}
}

// TestNarrowNullsValues compares the booleans for each way through the loop.
func TestNarrowNullsValues(t *testing.T) {
	m := load(t, `
declare void @g()
define i1 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %on
b:
  br label %on
on:
  %p = phi ptr [ @g, %a ], [ null, %b ]
  %done = icmp eq ptr %p, null
  %live = icmp ne ptr %p, null
  %r = sub i1 %done, %live
  ret i1 %r
}
`)
	apply(t, m, func(f *ir.Func) bool { return opt.NarrowNulls(m, f) })
	f, _ := m.Func("f")
	text := emit.FuncString(f)
	for _, want := range []string{"%p = phi i1 [ true, %a ], [ false, %b ]", "%done = xor i1 %p, true",
		"%r = sub i1 %done, %p"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
