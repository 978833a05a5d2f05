// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"strings"
	"testing"
)

// recursiveText is a task that awaits itself, for n - 1, and adds n to the result. A promise is the result
// and the handle of the awaiting coroutine.
const recursiveText = `
@seen = global ptr null

define ptr @sum(i64 %n) presplitcoroutine personality ptr @personality {
entry:
  %promise = alloca { i64, ptr }
  %awaiter = alloca ptr
  %spare = alloca i64
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
  %none = icmp eq i64 %n, 0
  br i1 %none, label %final, label %more
more:
  %less = sub i64 %n, 1
  %child = invoke ptr @sum(i64 %less) to label %await unwind label %caught
await:
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown
suspend:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %resumed
    i8 1, label %kill
  ]
resumed:
  %result = getelementptr i8, ptr %child, i64 16
  %r = load i64, ptr %result
  call void @llvm.coro.destroy(ptr %child)
  %total = add i64 %n, %r
  br label %final
thrown:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @llvm.coro.destroy(ptr %child)
  br label %handler
caught:
  %lp2 = landingpad { ptr, i32 } catch ptr null
  br label %handler
handler:
  call void @use(i64 99)
  br label %final
kill:
  call void @llvm.coro.destroy(ptr %child)
  br label %free
final:
  %v = phi i64 [ 0, %body ], [ %total, %resumed ], [ -1, %handler ]
  store i64 %v, ptr %promise
  %fsave = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %hdl, ptr @hand.back)
  %s2 = call i8 @llvm.coro.suspend(token %fsave, i1 true)
  switch i8 %s2, label %end [
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

define ptr @user(i64 %n) {
  %task = call ptr @sum(i64 %n)
  ret ptr %task
}
`

// TestRecursiveTasks checks which recursive awaits become calls. Only the promise of a task whose address
// nobody else knows may be accessed while the task does not wait.
func TestRecursiveTasks(t *testing.T) {
	const (
		begun   = "  %s0 = call i8"
		less    = "  %less = sub i64 %n, 1\n"
		handed  = "  ret ptr %waiting\n"
		forward = "  store ptr %hdl, ptr %at\n"
		destroy = "  call void @llvm.coro.destroy(ptr %child)\n  %total"
		spare   = "  call void @llvm.lifetime.start.p0(ptr %spare)\n  store volatile i64 %n, ptr %spare\n"
	)
	_, rest, _ := strings.Cut(syncText, "define ptr @hand.back(")
	head, decls, _ := strings.Cut(rest, "define ptr @parent(")
	_, decls, _ = strings.Cut(decls, "\n}\n")
	base := recursiveText + "define ptr @hand.back(" + head + decls
	for _, tc := range []struct {
		name     string
		old, new string
		direct   bool
	}{
		{"a task that awaits itself", "", "", true},
		{"it calls other code", less, less + "  call void @use(i64 %n)\n", true},
		{"it catches what a function throws", less, less + "  invoke void @may.throw() to label %go unwind label %caught\ngo:\n", true},
		{"it throws", less, less + "  call void @may.throw()\n", false},
		{"it goes on with no coroutine if nobody awaits it", handed, "  %null = icmp eq ptr %waiting, null\n" +
			"  %next = select i1 %null, ptr @noop, ptr %waiting\n  ret ptr %next\n", true},
		{"it may go on with another coroutine", handed, "  %other = icmp eq ptr %waiting, @seen\n" +
			"  %next = select i1 %other, ptr @noop, ptr %waiting\n  ret ptr %next\n", false},
		{"others know the address of the promise", begun, "  store ptr %promise, ptr @seen\n" + begun, false},
		{"others know the handle", begun, "  store ptr %hdl, ptr @seen\n" + begun, false},
		{"the wrapper stores the handle anywhere", forward, forward + "  store ptr %hdl, ptr @seen\n", false},
		{"the wrapper accesses the promise", forward, forward + "  %p = getelementptr i8, ptr %hdl, i64 16\n" +
			"  store i64 7, ptr %p\n", false},
		{"it suspends elsewhere", less, "  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s3, label %end [\n    i8 0, label %go\n    i8 1, label %free\n  ]\ngo:\n" + less, false},
		{"the task is never destroyed", destroy, "  %total", true},
		{"the handle is kept", destroy, "  store ptr %child, ptr @seen\n" + destroy, false},
		{"a variable dies before it", destroy, "  call void @llvm.lifetime.end.p0(ptr %spare)\n" + destroy, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in, limit := strings.Replace(base, tc.old, tc.new, 1), "5"
			if strings.Contains(in, "end.p0(ptr %spare)") {
				in, limit = strings.Replace(in, less, spare+less, 1), "4"
			}
			text := lowered(t, "default<O2>", in+
				"@noop = constant [2 x ptr] [ptr @end, ptr @end]\ndeclare void @end(ptr)\n")
			_, direct, is := strings.Cut(text, "define internal i64 @sum.direct(i64 %0, i32 %1)")
			if is != tc.direct {
				t.Fatalf("does the await become a call: %v\n%s", is, text)
			}
			direct, _, _ = strings.Cut(direct, "\n}")
			_, deep, _ := strings.Cut(text, "@sum.deep.resume(ptr")
			deep, _, _ = strings.Cut(deep, "\n}")
			if is && !strings.Contains(deep, "call ptr @sum.deep(") && !strings.Contains(deep, "invoke ptr @sum.deep(") {
				t.Errorf("a task below the limit does not create others there:\n%s", text)
			}
			for _, part := range []string{"icmp uge i32 %1, " + limit, "call i64 @sum.outer(", "add i32 %1, 1", "@sum.direct(i64 %"} {
				if is && !strings.Contains(direct, part) {
					t.Errorf("the function lacks %q:\n%s", part, direct)
				}
			}
			if strings.Contains(text, "lifetime.end.p0(ptr %0)") {
				t.Errorf("a parameter has a marker:\n%s", text)
			}
			if is && (strings.Contains(direct, "@malloc") || !strings.Contains(text, "@sum.deep(")) {
				t.Errorf("frames are not where they should be:\n%s", text)
			}
		})
	}
}

const othersText = `
define void @begin(i64 %n) noinline nounwind {
  %t = call ptr @other(i64 %n)
  call void @keep(ptr %t)
  ret void
}
define ptr @loud(ptr %a, ptr %h) {
  call void @keep(ptr %a)
  %next = call ptr @wrapper(ptr %a, ptr %h)
  ret ptr %next
}
declare void @keep(ptr)
`

// TestRecursiveTasksWithOthers checks that a task that awaits itself is called although it also begins a
// task of another kind, which awaits it and may suspend otherwise.
func TestRecursiveTasksWithOthers(t *testing.T) {
	_, rest, _ := strings.Cut(syncText, "define ptr @hand.back(")
	head, decls, _ := strings.Cut(rest, "define ptr @parent(")
	_, decls, _ = strings.Cut(decls, "\n}\n")
	task, _, _ := strings.Cut(recursiveText, "define ptr @user(")
	_, task, _ = strings.Cut(task, "\n\n")
	const less = "  %less = sub i64 %n, 1\n"
	other := strings.Replace(task, "define ptr @sum(", "define ptr @other(", 1)
	for _, tc := range []struct{ name, old, new string }{
		{"suspend", less, "  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)\n" +
			"  switch i8 %s3, label %end [\n    i8 0, label %go\n    i8 1, label %free\n  ]\ngo:\n" + less},
		{"await that calls other code", "ptr @wrapper)", "ptr @loud)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := lowered(t, "default<O2>", strings.Replace(recursiveText, less, less+"  call void @begin(i64 %n)\n", 1)+
				strings.Replace(other, tc.old, tc.new, 1)+"define ptr @hand.back("+head+decls+othersText)
			if !strings.Contains(text, "@sum.direct(") || strings.Contains(text, "@other.direct(") {
				t.Errorf("another function calls its task, or not the first:\n%s", text)
			}
		})
	}
}
