// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// randomScopes is a function that creates some coroutines, gives their handles away and destroys
// them in random places. Its blocks come in a random graph, mostly forward. suspends: the function
// is a coroutine.
func randomScopes(rnd *rand.Rand, suspends bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	handles, blocks := 1+rnd.Intn(3), 3+rnd.Intn(10)
	head := "define void @g(i1 %c, i32 %n) personality ptr @__gxx_personality_v0 {"
	if suspends {
		head = "define void @g(i1 %c, i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {"
	}
	line("declare i32 @__gxx_personality_v0(...)\ndeclare void @free(ptr) nounwind\n"+
		"declare void @longjmps() noreturn\n%s\nentry:", head)
	if suspends {
		line("  %%own.id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)\n" +
			"  %%own.size = call i64 @llvm.coro.size.i64()")
		line("  %%own.mem = call ptr @malloc(i64 %%own.size)\n" +
			"  %%own = call ptr @llvm.coro.begin(token %%own.id, ptr %%own.mem)")
	}
	scopes := rnd.Intn(3) > 0 // handles are destroyed in order
	at := 0
	for h := range handles {
		if h > 0 && rnd.Intn(2) == 0 {
			line("  br label %%next%d\nnext%[1]d:", h)
		}
		line("%%h%d = new\n  store ptr %%h%[1]d, ptr @global", h)
	}
	line("  br label %%b0")
	pads := 0
	to := func(k int) string {
		switch {
		case rnd.Intn(12) == 0:
			return fmt.Sprintf("%%b%d", rnd.Intn(blocks))
		case k+1 < blocks:
			return fmt.Sprintf("%%b%d", k+1+rnd.Intn(min(2, blocks-k-1)))
		}
		return "%out"
	}
	for k := range blocks {
		line("b%d:", k)
		for range rnd.Intn(3) {
			switch rnd.Intn(6) {
			case 0:
				line("  call void @quiet()")
			case 1:
				if rnd.Intn(4) == 0 {
					line("  call void @throws()")
				}
			case 2:
				h := rnd.Intn(handles)
				switch rnd.Intn(6) {
				case 0:
					line("  %%f%d.%d = call ptr @llvm.coro.free(token %%h%d.id, ptr %%h%[3]d)", k, at, h)
				case 1:
					line("  call void @free(ptr %%h%d)", h)
				default:
					line("resume %%h%d", h)
				}
				at++
			default:
				h := rnd.Intn(handles)
				if scopes {
					h = max(handles-1-at, 0)
					at++
				}
				line("destroy %%h%d", h)
			}
		}
		switch rnd.Intn(8) {
		case 0:
			line("  br label %%b%d", k-rnd.Intn(min(k+1, 2)))
		case 1:
			line("  invoke void @%s() to label %s unwind label %%pad%d", []string{"throws", "throws",
				"longjmps"}[rnd.Intn(3)], to(k), pads)
			pads++
		case 6:
			h := rnd.Intn(handles)
			line("  %%d%d = call ptr @llvm.coro.subfn.addr(ptr %%h%d, i8 1)", k, h)
			line("  invoke fastcc void %%d%d(ptr %%h%d) to label %s unwind label %%pad%d", k, h, to(k), pads)
			pads++
		case 2:
			if suspends {
				line("  %%s%d = call i8 @llvm.coro.suspend(token none, i1 false)", k)
				line("  switch i8 %%s%d, label %%sleep [ i8 0, label %s i8 1, label %s ]", k, to(k), to(k))
			} else {
				line("  switch i32 %%n, label %s [ i32 0, label %s ]", to(k), to(k))
			}
		case 3:
			if rnd.Intn(2) == 0 {
				line("  unreachable")
			} else {
				line("  br label %s", to(k))
			}
		default:
			line("  br i1 %%c, label %s, label %s", to(k), to(k))
		}
	}
	line("out:")
	for h := range handles {
		if rnd.Intn(2) == 0 {
			line("destroy %%h%d", h)
		}
	}
	if suspends {
		line("  br label %%sleep\nsleep:\n  call void @llvm.coro.end(ptr %%own, i1 false, token none)")
	}
	line("  ret void")
	for k := range pads {
		line("pad%d:\n  %%e%[1]d = landingpad { ptr, i32 } cleanup", k)
		for h := range handles {
			if rnd.Intn(4) > 0 {
				line("destroy %%h%d", h)
			}
		}
		line("  resume { ptr, i32 } %%e%d", k)
	}
	line("}")
	if suspends {
		line("declare ptr @malloc(i64)\ndeclare i64 @llvm.coro.size.i64()")
	}
	return b.String()
}

// TestExitTree: the answer by the tree of exits is that by following all paths, or no answer. With
// State.Prove another one panics.
func TestExitTree(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	elided := 0
	for n := range 5000 {
		text := snippet(randomScopes(rnd, n%2 == 0))
		if n%5 > 0 {
			text = strings.Replace(text, "%h) {\n  call void @throws()\n", "%h) {\n", 1) // of the resume part
		}
		if n%7 == 0 {
			text = strings.Replace(text, "@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n",
				"@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n  call void @throws()\n", 1)
		}
		c, g := elideUnit(t, text)
		if errs := ir.VerifyFunc(g); len(errs) > 0 {
			t.Fatal(errs, "\n", text)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Fatal(n, r, "\n", text)
				}
			}()
			for _, l := range c.Elide.Lifetimes(g) {
				if l.Miss == nil {
					elided++
				}
			}
		}()
	}
	t.Log(elided)
	if elided < 500 {
		t.Errorf("only %d frames die in their creator", elided)
	}
}

// ownFrame begins a function that is a coroutine.
const ownFrame = `
  %own.id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %own.size = call i64 @llvm.coro.size.i64()
  %own.mem = call ptr @malloc(i64 %own.size)
  %own = call ptr @llvm.coro.begin(token %own.id, ptr %own.mem)
  br label %start
start:`

// exitTreeCases are functions in which one path has no destroy, and only one property of that path
// shows it.
var exitTreeCases = []struct {
	name string
	part string // what @f.resume does, and @f.destroy before it returns
	end  string
	body string
	dies bool // another reason shows that the frame dies
}{
	{"the path sleeps for ever behind a call that may leave, if nothing is known of the handle", "", "", `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global
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
	{"the path sleeps for ever", "", "", `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global
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
	{"a loop sleeps before the memory is given back", "", "", `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global
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
	{"a scope sleeps before the memory is given back", "", "", `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global
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
	{"the path sleeps before the memory is given back", "", "", `
define void @g(i1 %c) presplitcoroutine {` + ownFrame + `
  %h = new
  store ptr %h, ptr @global
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

// TestExitTreeCases asks the tree of exits about paths without a destroy. It may not find one: with
// State.Prove another answer than that by following all paths panics.
func TestExitTreeCases(t *testing.T) {
	const more = `
declare ptr @malloc(i64)
declare i64 @llvm.coro.size.i64()
declare void @longjmp(ptr, i32) noreturn
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch() nounwind
`
	for _, tc := range exitTreeCases {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(snippet(tc.body)+more, "%h) {\n  call void @throws()\n", "%h) {\n"+tc.part+"\n", 1)
			head := "@f.destroy(ptr noundef nonnull align 16 dereferenceable(48) %h) {\n"
			text = strings.Replace(text, head, head+tc.end+"\n", 1)
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
