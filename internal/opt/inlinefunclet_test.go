// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/test/lowertest"
)

// funcletCallees has the callees of the cases below.
const funcletCallees = `
define void @plain(ptr %p) {
  call void @llvm.lifetime.start.p0(i64 8, ptr %p)
  call void @may_throw(i32 1)
  call void @quiet()
  ret void
}

define void @cleans() personality ptr @PERSON {
  invoke void @may_throw(i32 1)
          to label %done unwind label %pad

done:
  call void @may_throw(i32 2)
  ret void

pad:
  %c = cleanuppad within none []
  call void @may_throw(i32 3) [ "funclet"(token %c) ]
  cleanupret from %c unwind to caller
}

define void @catches() personality ptr @PERSON {
  invoke void @may_throw(i32 1)
          to label %done unwind label %pad

done:
  ret void

pad:
  %s = catchswitch within none [label %handler] unwind to caller

handler:
  %h = catchpad within %s [ptr @type, i32 0, ptr null]
  call void @may_throw(i32 2) [ "funclet"(token %h) ]
  catchret from %h to label %done
}

define void @nested() personality ptr @PERSON {
  invoke void @may_throw(i32 1)
          to label %done unwind label %outer

done:
  ret void

outer:
  %o = cleanuppad within none []
  invoke void @may_throw(i32 2) [ "funclet"(token %o) ]
          to label %quiet unwind label %inner

quiet:
  call void @may_throw(i32 3) [ "funclet"(token %o) ]
  cleanupret from %o unwind label %last

inner:
  %s = catchswitch within %o [label %handler] unwind to caller

handler:
  %h = catchpad within %s [ptr @type, i32 0, ptr null]
  catchret from %h to label %quiet

last:
  %l = cleanuppad within none []
  call void @quiet() [ "funclet"(token %l) ]
  cleanupret from %l unwind to caller
}

define void @inside() personality ptr @PERSON {
  invoke void @may_throw(i32 1)
          to label %done unwind label %outer

done:
  ret void

outer:
  %o = cleanuppad within none []
  invoke void @may_throw(i32 2) [ "funclet"(token %o) ]
          to label %more unwind label %inner

leave:
  call void @may_throw(i32 3) [ "funclet"(token %o) ]
  cleanupret from %o unwind to caller

more:
  invoke void @may_throw(i32 4) [ "funclet"(token %o) ]
          to label %leave unwind label %inner

inner:
  %i = cleanuppad within %o []
  unreachable
}

@type = external constant ptr
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @may_throw(i32)
declare void @quiet() nounwind
declare i32 @PERSON(...)
`

const msvc = "__CxxFrameHandler3"

// aroundInvoke calls the callee where exceptions unwind to a cleanup. aroundCleanup calls it in a
// cleanup, whose exit the case selects.
const aroundInvoke = `
define void @main() personality ptr @PERSON {
entry:
  invoke void @CALLEE
          to label %ok unwind label %pad

ok:
  ret void

pad:
  %n = phi i32 [ 7, %entry ]
  %c = cleanuppad within none []
  call void @quiet() [ "funclet"(token %c) ]
  cleanupret from %c unwind to caller
}
`

// aroundNothing calls the callee in a function without a personality.
const aroundNothing = `
define void @main() {
  call void @CALLEE
  ret void
}
`

const aroundCleanup = `
define void @main() personality ptr @PERSON {
entry:
  %p = alloca i32
  invoke void @may_throw(i32 0)
          to label %ok unwind label %pad

ok:
  ret void

pad:
  %c = cleanuppad within none []
  call void @CALLEE [ "funclet"(token %c) ]
  cleanupret from %c unwind LEFT

next:
  %d = cleanuppad within none []
  call void @quiet() [ "funclet"(token %d) ]
  cleanupret from %d unwind to caller
}
`

const aroundCatch = `
define void @main() personality ptr @PERSON {
entry:
  invoke void @may_throw(i32 0)
          to label %ok unwind label %pad

ok:
  ret void

pad:
  %s = catchswitch within none [label %handler] unwind label %last

handler:
  %h = catchpad within %s [ptr @type, i32 0, ptr null]
  invoke void @CALLEE [ "funclet"(token %h) ]
          to label %caught unwind label %tidy

caught:
  catchret from %h to label %ok

tidy:
  %t = cleanuppad within %h []
  call void @quiet() [ "funclet"(token %t) ]
  cleanupret from %t unwind label %last

last:
  %l = cleanuppad within none []
  cleanupret from %l unwind to caller
}
`

// funcletCases are inlinings in and around funclets: the text that the result must contain, once or
// a given number of times, or the reason why inlining is refused.
var funcletCases = []struct {
	name, person, around, callee string
	left                         string // for aroundCleanup
	want                         []string
	refused                      string
}{
	{name: "a call in a cleanup names it", person: msvc, around: aroundCleanup, callee: "plain(ptr %p)",
		left: "to caller", want: []string{
			`call void @may_throw(i32 1) [ "funclet"(token %c) ]`, `call void @quiet() [ "funclet"(token %c) ]`,
			"call void @llvm.lifetime.start.p0(i64 8, ptr %p)\n"}},
	{name: "exceptions go to the call's pad", person: msvc, around: aroundInvoke, callee: "cleans()", want: []string{
		"invoke void @may_throw(i32 1)", "invoke void @may_throw(i32 2)",
		`invoke void @may_throw(i32 3) [ "funclet"(token %c.i) ]`,
		"%c.i = cleanuppad within none []", "cleanupret from %c.i unwind label %pad",
		"cleanupret from %c unwind to caller",
		"[ 7, %done.i ], [ 7, %pad.i ]"}},
	{name: "a catchswitch goes on to the call's pad", person: msvc, around: aroundInvoke, callee: "catches()",
		want: []string{
			"%s.i = catchswitch within none [label %handler.i] unwind label %pad",
			`invoke void @may_throw(i32 2) [ "funclet"(token %h.i) ]`}},
	{name: "pads are nested in the call's", person: msvc, around: aroundCatch, callee: "cleans()", want: []string{
		`invoke void @may_throw(i32 1) [ "funclet"(token %h) ]`,
		`invoke void @may_throw(i32 2) [ "funclet"(token %h) ]`,
		`invoke void @may_throw(i32 3) [ "funclet"(token %c.i) ]`, "%c.i = cleanuppad within %h []",
		"cleanupret from %c.i unwind label %tidy"}},
	{name: "a catch in a catch", person: msvc, around: aroundCatch, callee: "catches()", want: []string{
		"%s.i = catchswitch within %h [label %handler.i] unwind label %tidy", "catchret from %h.i to label %done.i"}},
	{name: "a funclet has one way out", person: msvc, around: aroundInvoke, callee: "nested()", want: []string{
		`call void @may_throw(i32 3) [ "funclet"(token %o.i) ]`,
		"%s.i = catchswitch within %o.i [label %handler.i] unwind to caller",
		"cleanupret from %o.i unwind label %last.i", "cleanupret from %l.i unwind label %pad"}},
	{name: "an edge inside a funclet is no way out", person: msvc, around: aroundInvoke, callee: "inside()",
		want: []string{
			`invoke void @may_throw(i32 3) [ "funclet"(token %o.i) ]`, "cleanupret from %o.i unwind label %pad"}},
	{name: "a cleanup in a cleanup that is left to the caller", person: msvc, around: aroundCleanup, callee: "cleans()",
		left: "to caller", want: []string{
			"%c.i = cleanuppad within %c []", "cleanupret from %c.i unwind to caller",
			`call void @may_throw(i32 2) [ "funclet"(token %c) ]`}},
	{name: "nothing leaves a call in a cleanup that is left elsewhere", person: msvc, around: aroundCleanup,
		callee: "cleans()", left: "label %next",
		want: []string{"%c.i = cleanuppad within %c []", "call void @may_throw(i32 3) [ \"funclet\"(token %c.i) ]\n" +
			"  unreachable"}},
	{name: "no catch in a cleanup on Windows", person: msvc, around: aroundCleanup, callee: "catches()",
		left:    "to caller",
		refused: "the callee catches exceptions, and the call is in a cleanup"},
	{name: "a catch in a cleanup elsewhere", person: "__gxx_wasm_personality_v0", around: aroundCleanup,
		callee: "catches()", left: "to caller",
		want: []string{"%s.i = catchswitch within %c [label %handler.i] unwind to caller"}},
	{name: "no funclet in one of structured exceptions", person: "__C_specific_handler", around: aroundCatch,
		callee:  "cleans()",
		refused: "the callee has exception funclets, and the call is in one"},
	{name: "structured exceptions", person: "__C_specific_handler", around: aroundInvoke, callee: "cleans()",
		want: []string{"cleanupret from %c.i unwind label %pad"}},
	{name: "an unknown personality", person: "unknown", around: aroundCatch, callee: "cleans()",
		refused: "the call is in a funclet of an unknown personality, or unwinds to one"},
	{name: "an unknown personality where no funclet is", person: "unknown", around: aroundNothing,
		callee: "catches()", want: []string{"define void @main() personality ptr @unknown",
			"%s.i = catchswitch within none [label %handler.i] unwind to caller",
			`call void @may_throw(i32 2) [ "funclet"(token %h.i) ]`}},
	{name: "two unknown personalities", person: "unknown", around: aroundInvoke, callee: "cleans()",
		refused: "the call is in a funclet of an unknown personality, or unwinds to one"},
}

func TestInlineFunclets(t *testing.T) {
	for _, c := range funcletCases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			text := strings.NewReplacer("PERSON", c.person, "CALLEE", c.callee, "LEFT",
				c.left).Replace(funcletCallees + c.around)
			m := load(t, text)
			f, _ := m.Func("main")
			call := findCall(f, c.callee[:strings.Index(c.callee, "(")])
			if why := opt.Inlinable(m, call); why != c.refused {
				t.Fatalf("%q, should be %q", why, c.refused)
			}
			if c.refused != "" {
				return
			}
			opt.Inline(m, call)
			got := emit.FuncString(f)
			if errs := ir.Verify(m); len(errs) > 0 {
				t.Fatalf("%v\n%s", errs, got)
			}
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("no %s in", w)
				}
			}
			for _, e := range lowertest.Misplaced(m, f) {
				t.Error(e)
			}
			if t.Failed() {
				t.Log(got)
			}
		})
	}
}

// TestInlineFuncletNothingThrows inlines a callee that does not throw. The pad that nothing unwinds
// to any more loses its phis.
func TestInlineFuncletNothingThrows(t *testing.T) {
	text := strings.NewReplacer("PERSON", msvc, "CALLEE", "silent()").Replace(funcletCallees + aroundInvoke +
		"define void @silent() {\n  ret void\n}\n")
	m := load(t, text)
	f, _ := m.Func("main")
	opt.Inline(m, findCall(f, "silent"))
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, emit.FuncString(f))
	}
	opt.RemoveUnreachable(f)
	if got := emit.FuncString(f); strings.Contains(got, "cleanuppad") || strings.Contains(got, "phi") {
		t.Error(got)
	}
}

func findCall(f *ir.Func, callee string) *ir.Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && g.Name == callee {
				return i
			}
		}
	}
	return nil
}
