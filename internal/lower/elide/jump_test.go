// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"
)

// jumps are creators that a call of @die may leave by a jump.
var jumps = []struct {
	name, body string
	elided     bool
}{
	{"a template of the library calls what jumps", `define linkonce_odr void @_ZSt6invokeIPFvvEEvT_(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @die() noreturn nounwind
  unreachable
}
define void @g(i1 %c) {
  %h = new
  call void @_ZSt6invokeIPFvvEEvT_(i1 %c)
  destroy %h
  ret void
}`, false},
	{"a template of the library calls what throws", `declare void @_ZSt20__throw_length_errorPKc(ptr) noreturn
define linkonce_odr void @_ZNSt6vectorIiE7reserveEm(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @_ZSt20__throw_length_errorPKc(ptr null) noreturn
  unreachable
}
define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  invoke void @_ZNSt6vectorIiE7reserveEm(i1 %c) to label %a unwind label %pad
a:
  destroy %h
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}`, true},
	{"the assembly of a callee may jump to another place", `define void @asks(ptr %t) nounwind {
  %h = load ptr, ptr %t
  callbr void asm sideeffect "", "r,!i"(ptr %h) to label %a [label %b]
a:
  ret void
b:
  ret void
}
define void @g() {
  %s = alloca ptr
  %h = new
  store ptr %h, ptr %s
  call void @asks(ptr %s) nounwind
  destroy %h
  ret void
}`, false},
	{"an unknown function may call what jumps", `declare void @run(ptr) nounwind
define void @leaves(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @die() noreturn nounwind
  unreachable
}
define void @g() {
  %h = new
  call void @run(ptr @leaves) nounwind
  destroy %h
  ret void
}`, false},
	{"a function calls what it is given, which jumps", `define void @leaves(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @die() noreturn nounwind
  unreachable
}
define void @run(ptr %f, i1 %c) {
  call void %f(i1 %c) nounwind
  ret void
}
define void @both(i1 %c) {
  call void @run(ptr @leaves, i1 %c)
  ret void
}
define void @g(i1 %c) {
  %h = new
  call void @both(i1 %c) nounwind
  destroy %h
  ret void
}`, false},
	{"what is called does not jump, and what jumps is called later", `declare void @run(ptr) nounwind
declare i32 @atexit(ptr) nounwind
define void @leaves() {
  ret void
}
define void @at_end() {
  call void @die() noreturn nounwind
  unreachable
}
define void @g() {
  %h = new
  call void @run(ptr @leaves) nounwind
  %r = call i32 @atexit(ptr @at_end) nounwind
  destroy %h
  ret void
}`, true},
	{"an unknown function may resume what jumps", `declare void @longjmp(ptr, i32) noreturn
define void @g() {
  %h = new
  call void @quiet() nounwind
  destroy %h
  ret void
}`, false},
	{"an unknown handle may be that of a coroutine that jumps", `declare void @longjmp(ptr, i32) noreturn
define void @resume(ptr %other) {
  %fn = load ptr, ptr %other
  call fastcc void %fn(ptr %other) nounwind
  ret void
}
define void @g(ptr %other) {
  %h = new
  call void @resume(ptr %other)
  destroy %h
  ret void
}`, false},
	{"a function pointer may be that of a function that jumps", `declare void @longjmp(ptr, i32) noreturn
define void @g(ptr %fn) {
  %h = new
  call void %fn() nounwind
  destroy %h
  ret void
}`, false},
	{"an intrinsic jumps", `declare void @llvm.eh.sjlj.longjmp(ptr) noreturn nounwind
define void @g(ptr %buf, i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @llvm.eh.sjlj.longjmp(ptr %buf)
  unreachable
}`, false},
	{"an intrinsic in a callee jumps", `declare void @llvm.eh.sjlj.longjmp(ptr) noreturn nounwind
define void @leaves(ptr %buf, i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @llvm.eh.sjlj.longjmp(ptr %buf)
  unreachable
}
define void @g(ptr %buf, i1 %c) {
  %h = new
  call void @leaves(ptr %buf, i1 %c) nounwind
  destroy %h
  ret void
}`, false},
	{"a function of the C library does not call back", `declare void @longjmp(ptr, i32) noreturn
declare i32 @puts(ptr)
declare ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
define void @g(ptr %s) {
  %h = new
  %r = call i32 @puts(ptr %s)
  %m = call ptr @_Znwm(i64 8) nounwind
  call void @_ZdlPvm(ptr %m, i64 8) nounwind
  destroy %h
  ret void
}`, true},
	{"a callee that never returns jumps", `define void @fail() {
  call void @die() noreturn
  unreachable
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @fail() nounwind
  ret void
}`, false},
	{"a callee that never returns throws", `declare void @__cxa_throw(ptr, ptr, ptr) noreturn
define void @fail() {
  call void @__cxa_throw(ptr null, ptr null, ptr null) noreturn
  unreachable
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @fail()
  ret void
}`, false},
	{"a cleanup destroys", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}`, true},
	{"a cleanup destroys, in C", `define void @g(i1 %c) personality ptr @__gcc_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}`, false},
	{"a cleanup does not destroy", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}`, false},
	{"a handler destroys", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %x = extractvalue { ptr, i32 } %e, 0
  %y = call ptr @__cxa_begin_catch(ptr %x)
  destroy %h
  call void @__cxa_end_catch()
  ret void
}`, false},
	{"a cleanup destroys in front of a handler", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  destroy %h
  %x = extractvalue { ptr, i32 } %e, 0
  %y = call ptr @__cxa_begin_catch(ptr %x)
  call void @__cxa_end_catch()
  ret void
}`, true},
	{"a typed handler destroys, and so does the cleanup", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup catch ptr @type
  %k = extractvalue { ptr, i32 } %e, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @type)
  %is = icmp eq i32 %k, %t
  br i1 %is, label %handler, label %out
handler:
  %x = extractvalue { ptr, i32 } %e, 0
  %y = call ptr @__cxa_begin_catch(ptr %x)
  call void @__cxa_end_catch()
  destroy %h
  ret void
out:
  destroy %h
  resume { ptr, i32 } %e
}`, true},
	{"only a typed handler destroys", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup catch ptr @type
  %k = extractvalue { ptr, i32 } %e, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @type)
  %is = icmp ne i32 %k, %t
  br i1 %is, label %out, label %handler
handler:
  %x = extractvalue { ptr, i32 } %e, 0
  %y = call ptr @__cxa_begin_catch(ptr %x)
  destroy %h
  call void @__cxa_end_catch()
  ret void
out:
  resume { ptr, i32 } %e
}`, false},
	{"the program ends in the landing pad", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %x = extractvalue { ptr, i32 } %e, 0
  call void @__clang_call_terminate(ptr %x)
  unreachable
}`, false},
	{"a cleanup destroys if it likes", `define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  %likes = call i1 @coin()
  br i1 %likes, label %kill, label %out
kill:
  destroy %h
  br label %out
out:
  resume { ptr, i32 } %e
}`, false},
	{"a callee whose cleanup destroys", `define internal void @check(ptr %h, i1 %c) noinline personality ptr @__gxx_personality_v0 {
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}
define void @g(i1 %c) {
  %h = new
  call void @check(ptr %h, i1 %c)
  ret void
}`, true},
	{"a cleanup around a callee", `define internal void @check(ptr %h, i1 %c) noinline personality ptr @__gxx_personality_v0 {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @quiet()
  resume { ptr, i32 } %e
}
define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  invoke void @check(ptr %h, i1 %c) to label %a unwind label %pad
a:
  destroy %h
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  destroy %h
  resume { ptr, i32 } %e
}`, true},
	{"a handler around a callee", `define internal void @check(ptr %h, i1 %c) noinline personality ptr @__gxx_personality_v0 {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @quiet()
  resume { ptr, i32 } %e
}
define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  invoke void @check(ptr %h, i1 %c) to label %a unwind label %pad
a:
  destroy %h
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %x = extractvalue { ptr, i32 } %e, 0
  %y = call ptr @__cxa_begin_catch(ptr %x)
  destroy %h
  call void @__cxa_end_catch()
  ret void
}`, false},
	{"a cleanup on Windows", `define void @g(i1 %c) personality ptr @__CxxFrameHandler3 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %p = cleanuppad within none []
  destroy %h
  cleanupret from %p unwind to caller
}`, true},
	{"a handler on Windows", `define void @g(i1 %c) personality ptr @__CxxFrameHandler3 {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  invoke void @die() noreturn to label %no unwind label %pad
no:
  unreachable
pad:
  %cs = catchswitch within none [label %handler] unwind to caller
handler:
  %p = catchpad within %cs [ptr null, i32 64, ptr null]
  destroy %h
  catchret from %p to label %out
out:
  ret void
}`, false},
}

// TestJumps: what a jump does is defined where no destructor is skipped.
func TestJumps(t *testing.T) {
	const head = `@type = external constant ptr
declare void @die() noreturn
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch() nounwind
declare void @__clang_call_terminate(ptr) noreturn nounwind
declare i32 @llvm.eh.typeid.for.p0(ptr)
declare i32 @__gxx_personality_v0(...)
declare i32 @__gcc_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)
`
	for _, tc := range jumps {
		t.Run(tc.name, func(t *testing.T) {
			e := elideOne(t, snippet(known.ReplaceAllString(head+tc.body, "$0\n  store ptr $1, ptr @global")), tc.elided)
			if !tc.elided && !strings.Contains(e.Miss.Text, "a jump") &&
				!strings.Contains(e.Miss.Text, "an exception") {
				t.Errorf("no reason: %s", e.Miss)
			}
		})
	}
}

// endless are creators whose frame is alive when they call a function that may never return.
var endless = []struct {
	name, body string
	elided     bool
}{
	{"a callee that never returns does not leave the function", `declare void @abort() noreturn nounwind
define void @fail() {
  call void @abort()
  unreachable
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @fail() nounwind
  ret void
}`, true},
	{"a callee may return", `declare void @abort() noreturn nounwind
define void @fail(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @abort()
  unreachable
b:
  ret void
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @fail(i1 %c) nounwind
  ret void
}`, false},
	{"the assembly of a naked function returns", `define void @back() naked nounwind {
  call void asm "ret", ""()
  unreachable
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @back() nounwind
  ret void
}`, false},
	{"another file's version of a callee may return", `define weak void @fail() {
  unreachable
}
define void @g(i1 %c) {
  %h = new
  br i1 %c, label %a, label %b
a:
  destroy %h
  ret void
b:
  call void @fail() nounwind
  ret void
}`, false},
}

// TestCalleeReturns: a path ends at a call of a function without a return.
func TestCalleeReturns(t *testing.T) {
	for _, tc := range endless {
		t.Run(tc.name, func(t *testing.T) {
			e := elideOne(t, snippet(known.ReplaceAllString(tc.body, "$0\n  store ptr $1, ptr @global")), tc.elided)
			if !tc.elided && !strings.Contains(e.Miss.Text, "the handle is stored to @global") {
				t.Errorf("no reason: %s", e.Miss)
			}
		})
	}
	t.Run("the destroy part never returns", func(t *testing.T) {
		text := snippet("define void @fail() {\n  unreachable\n}\ndefine void @g(i1 %c) {\n  %h = new\n" +
			"  store ptr %h, ptr @global\n  br i1 %c, label %a, label %b\na:\n  destroy %h\n  ret void\n" +
			"b:\n  call void @fail() nounwind\n  ret void\n}")
		front, rest, _ := strings.Cut(text, "@f.destroy(ptr noundef")
		text = front + "@f.destroy(ptr noundef" + strings.Replace(rest, "ret void", "unreachable", 1)
		elideOne(t, text, true)
	})
}
