// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// ownFrame begins a function that is a coroutine.
const ownFrame = `
  %own.id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %own.size = call i64 @llvm.coro.size.i64()
  %own.mem = call ptr @malloc(i64 %own.size)
  %own = call ptr @llvm.coro.begin(token %own.id, ptr %own.mem)
  br label %start
start:`

// published begins such a function: it creates %h, which other code knows.
const published = `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global`

// destroyedAsleep ends such a function: both edges of the suspend %s destroy %h.
const destroyedAsleep = `
  switch i8 %s, label %sleep [ i8 0, label %done i8 1, label %done ]
done:
  destroy %h
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`

// pathCases are functions in which one path has no destroy, and only one property of that path
// shows it.
var pathCases = []struct {
	name string
	part string // what @f.resume does, and @f.destroy before it returns
	end  string
	body string
	dies bool // another reason shows that the frame dies
}{
	{"the path sleeps for ever behind a call that may leave, if nothing is known of the handle", "", "", published + `
  br i1 %c, label %sleepy, label %done
sleepy:
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %h)
  resume %l
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sleep [ i8 0, label %spin i8 1, label %spin ]
spin:
  br label %spin
done:
  destroy %h
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`, false},
	{"the path sleeps for ever", "", "", published + `
  br i1 %c, label %sleepy, label %done
sleepy:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sleep [ i8 0, label %spin i8 1, label %spin ]
spin:
  br label %spin
done:
  destroy %h
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`, false},
	{"a tail call destroys", "", "", `
define fastcc void @g(ptr %h0) {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  musttail call fastcc void %d(ptr %h)
  ret void
}`, false},
	{"the destroy throws", "", "  call void @throws()", `
define void @g(i1 %c) personality ptr @personality {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  %d = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  invoke fastcc void %d(ptr %h) to label %out unwind label %pad
out:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}`, false},
	{"the creation is reached again", "", "", `
define void @g(i1 %c) {
  br label %loop
loop:
  %h = new
  store ptr %h, ptr @global
  br label %more
more:
  br i1 %c, label %loop, label %out
out:
  destroy %h
  ret void
}`, false},
	{"the destroy part is called with another handle", "", "", `
define void @g(ptr %p) {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  call fastcc void @f.destroy(ptr %p)
  br label %out
out:
  destroy %h
  ret void
}`, true},
	{"the resume part jumps", "  call void @longjmp(ptr @global, i32 1)", "", `
define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %h)
  %r = call ptr @llvm.coro.subfn.addr(ptr %l, i8 0)
  call fastcc void %r(ptr %l) nounwind
  br label %out
out:
  destroy %h
  ret void
}`, false},
	{"the destroy part jumps", "", "  call void @longjmp(ptr @global, i32 1)", `
define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %h)
  %d = call ptr @llvm.coro.subfn.addr(ptr %l, i8 1)
  call fastcc void %d(ptr %l) nounwind
  ret void
}`, false},
	{"a handler is entered by a jump", "", "", `
define void @g(i1 %c) personality ptr @__gxx_personality_v0 {
  %h = new
  store ptr %h, ptr @global
  invoke void @longjmp(ptr @global, i32 1) to label %out unwind label %pad
out:
  destroy %h
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %x = extractvalue { ptr, i32 } %e, 0
  %o = call ptr @__cxa_begin_catch(ptr %x)
  br label %caught
caught:
  destroy %h
  call void @__cxa_end_catch()
  ret void
}`, false},
	{"control leaves a loop by an exception", "", "", `
define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br label %loop
loop:
  br i1 %c, label %out, label %more
more:
  call void @throws()
  br label %loop
out:
  destroy %h
  ret void
}`, false},
	{"an exception leaves the function suspended", "", "", published + `
  %save = call token @llvm.coro.save(ptr null)
  call void @throws()
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, true},
	{"an exception leaves the function suspended, a branch behind the save", "", "", published + `
  %save = call token @llvm.coro.save(ptr null)
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  call void @throws()
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, true},
	{"an exception leaves the function suspended, and the call does not return", "", "", published + `
  %save = call token @llvm.coro.save(ptr null)
  call void @fails()
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, true},
	{"an exception leaves the function before it is saved", "", "", published + `
  call void @throws()
  %save = call token @llvm.coro.save(ptr null)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, false},
	{"an exception leaves the function, whose suspend has no save", "", "", published + `
  call void @throws()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)` + destroyedAsleep, false},
	{"an exception leaves the function with another suspend saved", "", "", published + `
  %save = call token @llvm.coro.save(ptr null)
  br i1 %c, label %a, label %b
a:
  %other = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %b
b:
  call void @throws()
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, false},
	{"an exception leaves the function before it has done what the suspend needs", "", "", published + `
  %save = call token @llvm.coro.save(ptr null)
  call void @throws()
  store i1 %c, ptr @global
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)` + destroyedAsleep, false},
	{"a loop sleeps before the memory is given back", "", "", published + `
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sleep [ i8 0, label %on i8 1, label %on ]
on:
  br i1 %c, label %loop, label %out
out:
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`, false},
	{"a scope sleeps before the memory is given back", "", "", published + `
  %k = new
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sleep [ i8 0, label %on i8 1, label %on ]
on:
  destroy %k
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`, false},
	{"the path sleeps before the memory is given back", "", "", published + `
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sleep [ i8 0, label %on i8 1, label %on ]
on:
  %m = call ptr @llvm.coro.free(token %h.id, ptr %h)
  br label %sleep
sleep:
  call void @llvm.coro.end(ptr %own, i1 false, token none)
  ret void
}`, false},
	{"a path through a loop goes around the destroy", "", "", `
define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br label %loop
loop:
  br i1 %c, label %a, label %b
a:
  destroy %h
  br label %b
b:
  br i1 %c, label %loop, label %out
out:
  ret void
}`, false},
	{"control leaves before the destroy in its block", "", "", `
define void @g(i1 %c) {
  %h = new
  store ptr %h, ptr @global
  br label %on
on:
  call void @throws()
  destroy %h
  ret void
}`, false},
}

// TestPaths decides functions with a path without a destroy, or with none.
func TestPaths(t *testing.T) {
	const more = `
declare ptr @malloc(i64)
declare i64 @llvm.coro.size.i64()
define void @fails() {
  call void @__cxa_throw(ptr null, ptr null, ptr null)
  unreachable
}
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch() nounwind
`
	for _, tc := range pathCases {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(snippet(tc.body)+more, "%h) {\n  call void @throws()\n", "%h) {\n"+tc.part+"\n", 1)
			head := "@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n"
			text = strings.Replace(text, head, head+tc.end+"\n", 1)
			if strings.Contains(text, "@longjmp(") { // if it is declared, any unknown function may jump
				text += "declare void @longjmp(ptr, i32) noreturn\n"
			}
			c, g := elideUnit(t, text)
			if errs := ir.VerifyFunc(g); len(errs) > 0 {
				t.Fatal(errs)
			}
			list := c.Elide.Lifetimes(g)
			if len(list) == 0 {
				t.Fatal("no creation")
			}
			for _, l := range list {
				if l.Begin.Name() == "h" && (l.Miss == nil) != tc.dies {
					t.Errorf("the frame dies in its creator: %t", l.Miss == nil)
				}
			}
		})
	}
}
