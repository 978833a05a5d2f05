// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"fmt"
	"strings"
	"testing"
)

// syncText is a coroutine that awaits a child, which increments a number and transfers back. A
// promise is the result and the handle of the awaiting coroutine.
const syncText = `
@seen = global ptr null
@tls = thread_local global i64 0

define ptr @child(ptr %n) presplitcoroutine personality ptr @personality {
entry:
  %promise = alloca { i64, ptr }
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %heap, label %begin
heap:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %heap ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %v = load i64, ptr %n
  %v1 = add i64 %v, 1
  store i64 %v1, ptr %n
  store i64 %v1, ptr %promise
  br label %final
final:
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %hdl, ptr @hand.back)
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 true)
  switch i8 %s1, label %end [
    i8 0, label %free
    i8 1, label %free
  ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heaped = icmp ne ptr %old, null
  br i1 %heaped, label %release, label %end
release:
  call void @free(ptr %old)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @hand.back(ptr %awaiter, ptr %hdl) nounwind {
  %at = getelementptr i8, ptr %hdl, i64 24
  %waiting = load ptr, ptr %at
  ret ptr %waiting
}

define ptr @wrapper(ptr %awaiter, ptr %hdl) nounwind {
  %child = load ptr, ptr %awaiter
  %at = getelementptr i8, ptr %child, i64 24
  store ptr %hdl, ptr %at
  ret ptr %child
}

define ptr @parent(ptr %n) presplitcoroutine personality ptr @personality {
entry:
  %promise = alloca { i64, ptr }
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %child = call ptr @child(ptr %n)
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown
suspend:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %done
    i8 1, label %kill
  ]
thrown:
  %lp = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.destroy(ptr %child)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp
done:
  %result = getelementptr i8, ptr %child, i64 16
  %r = load i64, ptr %result
  call void @llvm.coro.destroy(ptr %child)
  call void @use(i64 %r)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %end [
    i8 0, label %free
    i8 1, label %free
  ]
kill:
  call void @llvm.coro.destroy(ptr %child)
  br label %free
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare void @llvm.coro.resume(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @personality(...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i64) nounwind
declare void @may.throw()
declare void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr) nounwind
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
declare i1 @coin() nounwind memory(none)
`

// TestSynchronousAwaits checks which awaits of a child need no suspend: then the wrapper of
// await_suspend is inlined.
func TestSynchronousAwaits(t *testing.T) {
	const (
		store   = "  store i64 %v1, ptr %n\n"
		forward = "  store ptr %hdl, ptr %at\n"
		handed  = "  %waiting = load ptr, ptr %at\n"
		loaded  = "  %child = load ptr, ptr %awaiter\n"
		release = "  call void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(ptr %promise)\n"
		body    = "  switch i8 %s0, label %end [\n    i8 0, label %body\n    i8 1, label %free\n  ]\nbody:\n  %child"
	)
	for _, tc := range []struct {
		name     string
		old, new string
		removed  bool
	}{
		{"the child transfers back", "", "", true},
		{"a branch and a loop in the child", store, "  br label %loop\nloop:\n" +
			"  %i = phi i64 [ %v1, %body ], [ %i1, %loop ]\n  %i1 = udiv i64 %i, 3\n  store i64 %i1, ptr %n\n" +
			"  %more = icmp ugt i64 %i1, 4\n  br i1 %more, label %loop, label %out\nout:\n", true},
		{"the child calls a function that may throw", store, store + "  call void @may.throw()\n", false},
		{"the child catches what a function throws", store, store + "  invoke void @may.throw()\n" +
			"    to label %final unwind label %caught\ncaught:\n  %lp = landingpad { ptr, i32 } catch ptr null\n", true},
		{"the child throws on", store, store + "  invoke void @may.throw()\n" +
			"    to label %final unwind label %caught\ncaught:\n  %lp = landingpad { ptr, i32 } cleanup\n" +
			"  call void @llvm.coro.end(ptr null, i1 true, token none)\n  resume { ptr, i32 } %lp\nno:\n", false},
		{"the child calls a function after it has suspended", handed, handed + "  call void @use(i64 2)\n", false},
		{"the child calls a function after it has suspended, and clears a pointer", handed, handed +
			"  call void @use(i64 2)\n  %p = getelementptr i8, ptr %hdl, i64 16\n  store ptr null, ptr %p\n", false},
		{"the child calls a function, and writes to the promise of its parent", store, store +
			"  call void @use(i64 %v)\n  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  %w = load ptr, ptr %wait.at\n" +
			"  %p = getelementptr i8, ptr %w, i64 16\n  store i64 7, ptr %p\n", false},
		{"the child keeps its frame in memory", store, store + release + "  call void @use(i64 %v)\n", true},
		{"the child forgets its parent", store, store + release + "  call void @use(i64 %v)\n" +
			"  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  store ptr %n, ptr %wait.at\n  call void @use(i64 %v)\n", false},
		{"the child releases its parent", store, store + "  call void @use(i64 %v)\n" +
			"  %wait.at = getelementptr i8, ptr %hdl, i64 24\n" + strings.Replace(release, "%promise", "%wait.at", 1) +
			"  call void @use(i64 %v)\n", false},
		{"the child keeps its parent", store, store + release + "  call void @use(i64 %v)\n" +
			"  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  %w = load ptr, ptr %wait.at\n" +
			"  store ptr %w, ptr @seen\n  call void @use(i64 %v)\n", false},
		{"a cleanup on the way to the await", body, "  switch i8 %s0, label %end [\n    i8 0, label %clean\n" +
			"    i8 1, label %killed\n  ]\nkilled:\n  br label %clean\nclean:\n  %why = phi i32 [ 0, %entry ], [ 2, %killed ]\n" +
			"  call void @use(i64 9)\n  %c = icmp eq i32 %why, 0\n  br i1 %c, label %body, label %free\nbody:\n  %child", true},
		{"a cleanup that leads to the await while the coroutine is destroyed", body, "  switch i8 %s0, label %end [\n" +
			"    i8 0, label %clean\n    i8 1, label %killed\n  ]\nkilled:\n  br label %clean\nclean:\n" +
			"  %why = phi i32 [ 0, %entry ], [ 2, %killed ]\n  call void @use(i64 9)\n  %c = icmp ult i32 %why, 3\n" +
			"  br i1 %c, label %body, label %free\nbody:\n  %child", false},
		{"the wrapper stores the handle anywhere", forward, forward + "  store ptr %hdl, ptr @seen\n", true},
		{"the child calls a function", store, store + "  call void @use(i64 %v)\n", true},
		{"the child has a volatile access", store, "  store volatile i64 %v1, ptr %n\n", true},
		{"the child copies memory", store, "  call void @llvm.memmove.p0.p0.i64(ptr %n, ptr @seen, i64 8, i1 false)\n", true},
		{"the child has a volatile copy", store,
			"  call void @llvm.memmove.p0.p0.i64(ptr %n, ptr @seen, i64 8, i1 true)\n", true},
		{"the child has an atomic copy", store,
			"  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 8 %n, ptr align 8 @seen, i64 8, i32 8)\n", true},
		{"the child has an atomic access", store, "  store atomic i64 %v1, ptr %n release, align 8\n", true},
		{"the child has a fence", store, "  fence seq_cst\n", true},
		{"the child updates atomically", store, "  %rmw = atomicrmw add ptr %n, i64 1 monotonic\n", true},
		{"the child accesses a variable of its thread", store, "  store i64 %v1, ptr @tls\n", false},
		{"the child suspends on a path", store, "  %c = icmp ugt i64 %v1, 4\n  br i1 %c, label %pause, label %go\n" +
			"pause:\n  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s2, label %end [\n" +
			"    i8 0, label %go\n    i8 1, label %free\n  ]\ngo:\n", false},
		{"the child never finishes", store, "  br label %loop\nloop:\n  br label %loop\ndead:\n", false},
		{"the child transfers to another coroutine", handed, "  %waiting = load ptr, ptr @seen\n", false},
		{"the child may transfer to another coroutine", handed, "  %w = load ptr, ptr %at\n" +
			"  %other = load ptr, ptr @seen\n  %c = call i1 @coin()\n  %waiting = select i1 %c, ptr %w, ptr %other\n", false},
		{"the wrapper calls a function", forward, forward + "  call void @use(i64 1)\n", false},
		{"the wrapper resumes the handle", forward, forward + "  call void @llvm.coro.resume(ptr %hdl)\n", false},
		{"the wrapper has an atomic access", forward, forward + "  fence release\n", false},
		{"the wrapper writes to the promise", forward, forward + "  %p = getelementptr i8, ptr %hdl, i64 16\n" +
			"  store i64 7, ptr %p\n", false},
		{"the child writes to the promise of its parent", store, store +
			"  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  %w = load ptr, ptr %wait.at\n" +
			"  %p = getelementptr i8, ptr %w, i64 16\n  store i64 7, ptr %p\n", false},
		{"the wrapper does not register the handle", forward, "", false},
		{"the wrapper returns another coroutine", loaded, loaded +
			"  %other = load ptr, ptr @seen\n  ret ptr %other\ndead:\n", false},
		{"the wrapper may return its own coroutine", "  ret ptr %child\n", "  %c = call i1 @coin()\n" +
			"  %next = select i1 %c, ptr %child, ptr %hdl\n  ret ptr %next\n", false},
		{"code between save and await", "  invoke void @llvm.coro.await",
			"  call void @use(i64 3)\n  invoke void @llvm.coro.await", false},
		{"code between await and suspend", "suspend:\n", "suspend:\n  call void @use(i64 3)\n", false},
		{"the coroutine may not have suspended before", "  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s0, label %end [\n    i8 0, label %body\n    i8 1, label %free\n  ]\nbody:\n  %child",
			"  %eager = call i1 @coin()\n  br i1 %eager, label %body, label %lazy\nlazy:\n" +
				"  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s0, label %end [\n" +
				"    i8 0, label %body\n    i8 1, label %free\n  ]\nbody:\n  %child", false},
		{"the coroutine awaits while it is destroyed", "  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s0, label %end [\n    i8 0, label %body\n    i8 1, label %free\n  ]\nbody:\n  %child",
			"  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s0, label %end [\n" +
				"    i8 0, label %body\n    i8 1, label %body\n  ]\nbody:\n  %child", false},
		{"SEH", "@personality {", "@__C_specific_handler {", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.ReplaceAll(syncText, tc.old, tc.new)
			if tc.old == "" {
				text = syncText
			} else if text == syncText {
				t.Fatal("nothing is replaced")
			}
			text = lowered(t, "default<O2>", text+"declare i32 @__C_specific_handler(...)\n")
			part := parentPart(t, text)
			if removed := !strings.Contains(part, "@wrapper("); removed != tc.removed {
				t.Errorf("is the suspend removed: %v, want %v\n%s", removed, tc.removed, part)
			}
		})
	}
}

// parentPart returns the resume part of the parent, in which the child is elided.
func parentPart(t *testing.T, text string) string {
	t.Helper()
	_, part, ok := strings.Cut(text, "fastcc void @parent.resume(")
	part, _, _ = strings.Cut(part, "\n}")
	if !ok || strings.Contains(part, "@child(") {
		t.Errorf("the child is not elided in\n%s", text)
	}
	return part
}

// TestSynchronousOutlived checks that an await stays if the child calls a function and may be alive
// after the await: the function may then resume the parent.
func TestSynchronousOutlived(t *testing.T) {
	const (
		store   = "  store i64 %v1, ptr %n\n"
		destroy = "  call void @llvm.coro.destroy(ptr %child)\n  call void @use(i64 %r)\n"
	)
	for _, tc := range []struct {
		name, new string
		removed   bool
	}{
		{"destroyed first", destroy, true},
		{"after a call that may not come back", "  call void @use(i64 %r)\n  call void @llvm.coro.destroy(ptr %child)\n", false},
		{"after a loop", "  br label %wait\nwait:\n  %c = call i1 @coin()\n  br i1 %c, label %wait, label %on\non:\n" + destroy, false},
		{"after a suspend", "  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s3, label %end [\n" +
			"    i8 0, label %on\n    i8 1, label %kill\n  ]\non:\n" + destroy, false},
		{"on both sides of a branch", "  %c = icmp eq i64 %r, 0\n  br i1 %c, label %on, label %off\non:\n" +
			"  call void @llvm.coro.destroy(ptr %child)\n  br label %both\noff:\n  store i64 1, ptr @seen\n" +
			"  call void @llvm.coro.destroy(ptr %child)\n  br label %both\nboth:\n", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, calls := range []string{"", "  call void @use(i64 %v)\n"} {
				text := strings.Replace(strings.Replace(syncText, store, store+calls, 1), destroy, tc.new, 1)
				part := parentPart(t, lowered(t, "default<O2>", text))
				if removed := !strings.Contains(part, "@wrapper("); removed != (tc.removed || calls == "") {
					t.Errorf("with calls %q, is the suspend removed: %v\n%s", calls, removed, part)
				}
			}
		})
	}
}

// TestSynchronousLarge checks that the part of a large child is called instead of its await, with the
// no-op coroutine as the one that it transfers control to.
func TestSynchronousLarge(t *testing.T) {
	const (
		store  = "  store i64 %v1, ptr %n\n"
		result = "  %r = load i64, ptr %result\n"
	)
	large := ""
	for k := range 250 {
		large += fmt.Sprintf("  %%x%d = mul i64 %%x%d, %%v1\n", k+1, k)
	}
	large = "  %x0 = add i64 %v1, 3\n" + large + "  store i64 %x250, ptr @seen\n"
	calls := "  call void @use(i64 %v)\n"
	for _, tc := range []struct {
		name, more, result string
		called             bool
	}{
		{"large", "", "", true},
		{"calls", calls, "", true},
		{"suspends", "  %c = icmp ugt i64 %v1, 4\n  br i1 %c, label %pause, label %go\n" +
			"pause:\n  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)\n  switch i8 %s2, label %end [\n" +
			"    i8 0, label %go\n    i8 1, label %free\n  ]\ngo:\n", "", false},
		{"uses the handle", "  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  %w = load ptr, ptr %wait.at\n" +
			"  store ptr %w, ptr @seen\n", "", false},
		{"overwrites the handle", "  %wait.at = getelementptr i8, ptr %hdl, i64 24\n  store ptr %n, ptr %wait.at\n" + calls,
			"", false},
		{"passes the promise on", "  call void @look(ptr %promise)\n", "", false},
		{"passes the promise on and ends", "  %c = icmp eq i64 %v1, 4\n  br i1 %c, label %bad, label %go\n" +
			"bad:\n  call void @look(ptr %promise)\n  unreachable\ngo:\n", "", false},
		{"is looked at", "", "  call void @look(ptr %result)\n", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.Replace(strings.Replace(syncText, store, store+large+tc.more, 1), result, result+tc.result, 1)
			text = lowered(t, "default<O2>", text+"declare void @look(ptr captures(none)) nounwind\n")
			part := parentPart(t, text)
			called := !strings.Contains(part, "@wrapper(") && strings.Contains(part, "call fastcc void @child.resume(") &&
				strings.Contains(part, "store ptr @NoopCoro.Frame.Const")
			if called != tc.called {
				t.Errorf("is the part called instead of the await: %v, want %v\n%s", called, tc.called, part)
			}
		})
	}
}
