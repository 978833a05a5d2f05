// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/interp"
)

// asyncProgram has a coroutine that awaits another one, which hops through a queue of one entry.
const asyncProgram = layout + `
@outerTu = global <{ i32, i32 }> <{ i32 0, i32 32 }>
@innerTu = global <{ i32, i32 }> <{ i32 0, i32 32 }>
@queued = global { ptr, ptr } zeroinitializer
@context = global [64 x i8] zeroinitializer, align 16
@under = global [64 x i8] zeroinitializer, align 16

define swifttailcc void @outer(ptr swiftasync %ctx, i32 %n) presplitcoroutine {
  %kept = alloca i32
  %id = call token @llvm.coro.id.async(i32 32, i32 16, i32 0, ptr @outerTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 %n, ptr %kept
  store ptr %ctx, ptr @under
  %r = call ptr @llvm.coro.async.resume()
  store ptr %r, ptr getelementptr ({ ptr, ptr }, ptr @under, i32 0, i32 1)
  %s = call { ptr, i32 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i32s(i32 0, ptr %r, ptr @parent, ptr @call, ptr @under, i32 %n)
  %v = extractvalue { ptr, i32 } %s, 1
  %k = load i32, ptr %kept
  %sum = add i32 %v, %k
  call i32 (ptr, ...) @printf(ptr @d, i32 %sum)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @inner(ptr swiftasync %ctx, i32 %n) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 32, i32 16, i32 0, ptr @innerTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @same, ptr @enqueue, ptr %r, ptr %ctx)
  %own = extractvalue { ptr } %s, 0
  %back = getelementptr { ptr, ptr }, ptr %own, i32 0, i32 1
  %f = load ptr, ptr %back
  %twice = mul i32 %n, 2
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @give, ptr %f, ptr %own, i32 %twice)
  unreachable
}
define swifttailcc void @call(ptr %ctx, i32 %n) {
  musttail call swifttailcc void @inner(ptr swiftasync %ctx, i32 %n)
  ret void
}
define swifttailcc void @give(ptr %f, ptr %ctx, i32 %n) {
  musttail call swifttailcc void %f(ptr swiftasync %ctx, i32 %n)
  ret void
}
define swifttailcc void @enqueue(ptr %f, ptr %ctx) {
  store ptr %f, ptr @queued
  store ptr %ctx, ptr getelementptr ({ ptr, ptr }, ptr @queued, i32 0, i32 1)
  ret void
}
define void @next() {
  %f = load ptr, ptr @queued
  %c = load ptr, ptr getelementptr ({ ptr, ptr }, ptr @queued, i32 0, i32 1)
  call swifttailcc void %f(ptr swiftasync %c)
  ret void
}
define ptr @parent(ptr %c) {
  %p = load ptr, ptr %c
  ret ptr %p
}
define ptr @same(ptr %c) {
  ret ptr %c
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i32 } @llvm.coro.suspend.async.sl_p0i32s(i32, ptr, ptr, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`

// TestAsync runs asynchronous coroutines that are not lowered, and misuses them.
func TestAsync(t *testing.T) {
	const (
		start = "  call swifttailcc void @outer(ptr swiftasync @context, i32 5)\n"
		next  = "  call void @next()\n"
	)
	for _, c := range []struct{ name, body, out, want string }{
		{"awaits", start + next, "15\n", ""},
		{"twice", start + next + start + next, "15\n15\n", ""},
		{"continued after its end", start + next + next, "15\n", "coroutine @inner is continued after its end"},
		{"the context is in use", start + start, "", "coroutine @outer gets the context of coroutine @outer, which has not ended"},
		{"another context", start + "  store ptr @under, ptr @under\n" + next, "",
			"@outer is continued with the context of coroutine @inner"},
		{"no context", start + "  store ptr @queued, ptr @under\n" + next, "",
			"@outer is continued with a context that no coroutine has"},
		{"a leak", start, "", "2 coroutines are not destroyed when the program ends"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, failure := run(t, asyncProgram+"define i32 @main() {\n"+c.body+"  ret i32 0\n}\n",
				interp.Options{Leaks: true})
			if out != c.out || (failure == "") != (c.want == "") || !strings.Contains(failure, c.want) {
				t.Errorf("printed %q, error %q; want %q, %q", out, failure, c.out, c.want)
			}
		})
	}
}

// TestAsyncDepth checks that a coroutine that awaits in a loop needs no stack.
func TestAsyncDepth(t *testing.T) {
	text := strings.Replace(asyncProgram, "define swifttailcc void @inner(ptr swiftasync %ctx, i32 %n) presplitcoroutine {",
		"define swifttailcc void @inner(ptr swiftasync %ctx, i32 %n) {\n  %back = getelementptr { ptr, ptr }, ptr %ctx, i32 0, i32 1\n"+
			"  %f = load ptr, ptr %back\n  %m = add i32 %n, 1\n  musttail call swifttailcc void @give(ptr %f, ptr %ctx, i32 %m)\n"+
			"  ret void\n}\ndefine swifttailcc void @unused(ptr swiftasync %ctx, i32 %n) presplitcoroutine {", 1)
	text = strings.Replace(text, "  %r = call ptr @llvm.coro.async.resume()\n  store", "  br label %loop\nloop:\n"+
		"  %x = phi i32 [ 0, %0 ], [ %v, %loop ]\n  %r = call ptr @llvm.coro.async.resume()\n  store", 1)
	text = strings.Replace(text, "ptr @under, i32 %n)", "ptr @under, i32 %x)", 1)
	text = strings.Replace(text, "  %k = load", "  %more = icmp ult i32 %v, 300000\n  br i1 %more, label %loop, label %out\nout:\n"+
		"  %k = load", 1)
	out, _, failure := run(t, text+"define i32 @main() {\n  call swifttailcc void @outer(ptr swiftasync @context, i32 7)\n"+
		"  ret i32 0\n}\n", interp.Options{MaxSteps: 1e8})
	if out != "300007\n" || failure != "" {
		t.Errorf("printed %q, error %q", out, failure)
	}
}

// TestNoMarker runs a coroutine with returned continuations that has no presplitcoroutine yet:
// coro-early adds it.
func TestNoMarker(t *testing.T) {
	out, _, failure := run(t, layout+`
define ptr @f(ptr %buffer, i32 %n) {
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @next, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %k = phi i32 [ %n, %0 ], [ %more, %on ]
  call i32 (ptr, ...) @printf(ptr @d, i32 %k)
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %stop, label %out, label %on
on:
  %more = add i32 %k, 1
  br label %loop
out:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define i32 @main() {
  %b = alloca [8 x i8], align 8
  %c = call ptr @f(ptr %b, i32 4)
  %e = call ptr %c(ptr %b, i1 false)
  %g = call ptr %e(ptr %b, i1 true)
  ret i32 0
}
declare ptr @next(ptr, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
`, interp.Options{})
	if out != "4\n5\n" || failure != "" {
		t.Errorf("printed %q, error %q", out, failure)
	}
}
