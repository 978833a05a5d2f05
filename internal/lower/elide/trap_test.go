// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

// traps look as if the frame were destroyed on each path, and are not: none of them may be elided.
var traps = []struct{ name, body string }{
	{"naked callee that comes back", `define internal void @naked(ptr %p) naked noinline nounwind {
  call void asm sideeffect "ret", ""()
  unreachable
}
define void @g() {
  %h = new
  call void @naked(ptr %h)
  ret void
}`},
	{"naked callee keeps the slot", `define internal void @naked(ptr %p) naked noinline nounwind {
  call void asm sideeffect "ret", ""()
  unreachable
}
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @naked(ptr %s)
  call void @quiet()
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"slot changed between the returns of setjmp", `declare i32 @setjmp(ptr) returns_twice nounwind
@buf = global [200 x i8] zeroinitializer
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %r = call i32 @setjmp(ptr @buf) returns_twice
  %first = icmp eq i32 %r, 0
  br i1 %first, label %a, label %b
a:
  store ptr null, ptr %s
  store ptr %h, ptr @global
  call void @quiet()
  unreachable
b:
  %k = load ptr, ptr %s
  %c = icmp ne ptr %k, null
  br i1 %c, label %kill, label %out
kill:
  destroy %k
  br label %out
out:
  ret void
}`},
	{"setjmp before the creation", `declare i32 @setjmp(ptr) returns_twice nounwind
@buf = global [200 x i8] zeroinitializer
define void @g() {
  %r = call i32 @setjmp(ptr @buf) returns_twice
  %first = icmp eq i32 %r, 0
  br i1 %first, label %a, label %b
a:
  %h = new
  store ptr %h, ptr @global
  call void @quiet()
  destroy %h
  br label %b
b:
  ret void
}`},
	{"setjmp in a callee", `declare i32 @setjmp(ptr) returns_twice nounwind
@buf = global [200 x i8] zeroinitializer
define internal void @twice(ptr %s) noinline nounwind {
  %h = load ptr, ptr %s
  %r = call i32 @setjmp(ptr @buf) returns_twice
  %first = icmp eq i32 %r, 0
  br i1 %first, label %a, label %b
a:
  store ptr null, ptr %s
  store ptr %h, ptr @global
  call void @quiet()
  unreachable
b:
  %k = load ptr, ptr %s
  %c = icmp ne ptr %k, null
  br i1 %c, label %kill, label %out
kill:
  destroy %k
  br label %out
out:
  ret void
}
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @twice(ptr %s)
  ret void
}`},
	{"the handle in its own frame is given away", `define void @g() {
  %h = new
  %p = getelementptr i8, ptr %h, i64 16
  store ptr %h, ptr %p
  %k = load ptr, ptr %p
  store ptr %k, ptr @global
  call void @throws()
  destroy %h
  ret void
}`},
	{"weak destroyer", `define weak void @wdrop(ptr %h) nounwind {
  destroy %h
  ret void
}
define void @g() {
  %h = new
  call void @wdrop(ptr %h)
  ret void
}`},
	{"linkonce body that never returns", `define linkonce void @never(ptr %h) noinline nounwind {
  unreachable
}
define void @g() {
  %h = new
  call void @never(ptr %h)
  ret void
}`},
	{"weak alias of a destroyer", `@wdrop = weak alias void (ptr), ptr @drop
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @wdrop(ptr %s)
  ret void
}`},
	{"variadic callee", `define internal void @many(ptr %h, ...) noinline nounwind {
  destroy %h
  ret void
}
define void @g() {
  %h = new
  call void (ptr, ...) @take.many(ptr %h, i32 1)
  ret void
}
declare void @take.many(ptr, ...)`},
	{"a part of the slot is overwritten", `define void @g(i32 %n) {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %q = getelementptr i8, ptr %s, i64 4
  store i32 %n, ptr %q
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"a part of the slot is copied", `define void @g(ptr %other) {
  %s = alloca ptr
  %t = alloca ptr
  %h = new
  store ptr %h, ptr %s
  store ptr %other, ptr %t
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 4, i1 false)
  %k = load ptr, ptr %t
  destroy %k
  ret void
}`},
	{"volatile slot", `define void @g() {
  %s = alloca ptr
  %h = new
  store volatile ptr %h, ptr %s
  %k = load volatile ptr, ptr %s
  destroy %k
  ret void
}`},
	{"exchanged slot", `define void @g(ptr %other) {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %old = atomicrmw xchg ptr %s, ptr %other seq_cst
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"known slot changed by others", `define void @g() {
  %s = alloca ptr
  store ptr %s, ptr @global
  %h = new
  store ptr %h, ptr %s
  call void @quiet()
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"slot changed at an unknown index", `define void @g(i64 %n, ptr %other) {
  %s = alloca [4 x ptr]
  %h = new
  store ptr %h, ptr %s
  %q = getelementptr ptr, ptr %s, i64 %n
  store ptr %other, ptr %q
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"slot changed through a merged address", `define void @g(i1 %c, ptr %other) {
  %s = alloca ptr
  %t = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %q = select i1 %c, ptr %s, ptr %t
  store ptr %other, ptr %q
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"slot changed through an integer", `define void @g(i64 %n, ptr %other) {
  %s = alloca [2 x ptr]
  %h = new
  store ptr %h, ptr %s
  %a = ptrtoint ptr %s to i64
  %b = add i64 %a, %n
  %q = inttoptr i64 %b to ptr
  store ptr %other, ptr %q
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"the one before it is destroyed", `define void @g(i1 %c) {
entry:
  br label %loop
loop:
  %prev = phi ptr [ null, %entry ], [ %h, %next ]
  %h = new
  %some = icmp ne ptr %prev, null
  br i1 %some, label %kill, label %next
kill:
  destroy %prev
  br label %next
next:
  %more = call i1 @coin()
  br i1 %more, label %loop, label %out
out:
  destroy %h
  ret void
}`},
	{"another coin decides", `define void @g() {
entry:
  br label %loop
loop:
  %c = call i1 @coin()
  br i1 %c, label %make, label %rest
make:
  %h = new
  store ptr %h, ptr @global
  br label %back
rest:
  br label %back
back:
  %k = phi ptr [ %h, %make ], [ null, %rest ]
  %d = call i1 @coin()
  br i1 %d, label %kill, label %over
kill:
  %some = icmp ne ptr %k, null
  br i1 %some, label %yes, label %over
yes:
  destroy %k
  br label %over
over:
  %m = call i1 @coin()
  br i1 %m, label %loop, label %out
out:
  ret void
}`},
	{"a copy passed by value is destroyed", `define internal void @copy(ptr byval(ptr) %s) noinline nounwind {
  %k = load ptr, ptr %s
  destroy %k
  store ptr null, ptr %s
  ret void
}
define void @g(ptr %o) {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  store ptr %o, ptr %s
  call void @copy(ptr byval(ptr) %s)
  ret void
}`},
	{"the first of two in a slot", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  %x = call ptr @allocate(i1 true)
  store ptr %x, ptr %s
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"the slot's life is over", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @llvm.lifetime.end.p0(ptr %s)
  call void @llvm.lifetime.start.p0(ptr %s)
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"a variable made anew in a loop", `define void @g(i32 %n, ptr %other) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %last = phi ptr [ null, %entry ], [ %s, %loop ]
  %s = alloca ptr
  store ptr %other, ptr %s
  %j = add i32 %i, 1
  %m = icmp ult i32 %j, %n
  br i1 %m, label %loop, label %out
out:
  %h = new
  store ptr %h, ptr %last
  store ptr %other, ptr %s
  %k = load ptr, ptr %last
  destroy %k
  ret void
}`},
	{"inline assembly that changes the slot", `define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr) %s)
  %k = load ptr, ptr %s
  destroy %k
  ret void
}`},
	{"callbr around the destroy", `define void @g() {
  %h = new
  callbr void asm sideeffect "", "!i"() to label %a [label %b]
a:
  destroy %h
  ret void
b:
  ret void
}`},
	{"indirectbr around the destroy", `define void @g(ptr %t) {
  %h = new
  indirectbr ptr %t, [label %a, label %b]
a:
  destroy %h
  ret void
b:
  ret void
}`},
	{"catchswitch that lets exceptions out", `define void @g() personality ptr @personality {
  %h = new
  store ptr %h, ptr @global
  invoke void @throws() to label %a unwind label %dispatch
a:
  destroy %h
  ret void
dispatch:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  destroy %h
  catchret from %cp to label %out
out:
  ret void
}`},
	{"equal integers", `define void @g(i64 %n) {
  %h = new
  store ptr %h, ptr @global
  %a = ptrtoint ptr %h to i64
  %c = icmp eq i64 %a, %n
  br i1 %c, label %kill, label %out
kill:
  destroy %h
  br label %out
out:
  ret void
}`},
	{"an address that others made of a variable's part", `define internal void @place(ptr %buf) noinline nounwind {
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr @f, ptr @f.resumers)
  %k = call ptr @llvm.coro.begin(token %id, ptr %buf)
  store ptr %k, ptr @global
  ret void
}
define void @g() {
  %s = alloca [8 x ptr]
  %q = getelementptr ptr, ptr %s, i64 7
  %h = new
  call void @place(ptr %s)
  store ptr %h, ptr %q
  call void @quiet()
  %k = load ptr, ptr %q
  destroy %k
  ret void
}`},
	{"the creator calls itself with its variable", `define void @g(ptr %mine) {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  store ptr null, ptr %mine
  call void @g(ptr %s)
  %k = load ptr, ptr %s
  %c = icmp ne ptr %k, null
  br i1 %c, label %kill, label %out
kill:
  destroy %k
  br label %out
out:
  ret void
}`},
	{"the callee whose result tells may be interposed", `define i1 @yes() noinline nounwind {
  ret i1 true
}
define void @g() {
  %h = new
  %c = call i1 @yes()
  br i1 %c, label %kill, label %out
kill:
  destroy %h
  br label %out
out:
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}`},
	{"the callee that destroys may be interposed", `define void @end(ptr %k) noinline nounwind {
  destroy %k
  ret void
}
define void @g() {
  %h = new
  call void @end(ptr %h)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}`},
	{"the callee that leaves a slot alone may be interposed", `define void @peek(ptr %s) noinline nounwind {
  ret void
}
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @peek(ptr %s)
  %k = load ptr, ptr %s
  destroy %k
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}`},
}

// known is a creation: each handle is in a global, so that it does harm where the frame is not
// destroyed.
var known = regexp.MustCompile(`(%\w+) = new`)

// TestTraps: a wrong elision is worse than none.
func TestTraps(t *testing.T) {
	for _, tc := range traps {
		for _, pass := range []struct {
			name string
			run  func(*lowertest.Unit, *ir.Func) (bool, error)
		}{{"elide", func(c *lowertest.Unit, f *ir.Func) (bool, error) { return c.Elide.Elide(f, false) }},
			{"look through and elide", func(c *lowertest.Unit, f *ir.Func) (bool, error) {
				if _, err := c.Elide.LookThrough(f, false); err != nil {
					return false, err
				}
				return c.Elide.Elide(f, false)
			}}} {
			t.Run(tc.name+"/"+pass.name, func(t *testing.T) {
				c, g := elideUnit(t, snippet(known.ReplaceAllString(tc.body, "$0\n  store ptr $1, ptr @global")))
				if _, err := pass.run(c, g); err != nil {
					t.Fatal(err)
				}
				if errs := ir.VerifyFunc(g); len(errs) > 0 {
					t.Fatal(errs)
				}
				if len(c.Elide.Elisions()) == 0 {
					t.Error("nothing reported")
				}
				for _, e := range c.Elide.Elisions() {
					if e.Elided || strings.Contains(emit.FuncString(g), "alloca [48 x i8]") {
						t.Errorf("elided\n%s", emit.FuncString(g))
					}
				}
			})
		}
	}
}
