// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/test/lowertest"
)

// aroundSuspend is a coroutine with an object and a suspend in a loop. BEFORE precedes the loop,
// AFTER follows the suspend, and AGAIN follows the end of the object's lifetime in the loop.
const aroundSuspend = `define ptr @f(i1 %c) presplitcoroutine {
entry:
  %x = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @get()
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %x)
  BEFORE
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  AFTER
  call void @llvm.lifetime.end.p0(ptr %x)
  AGAIN
  br i1 %c, label %loop, label %done
done:
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @use(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @get()
declare void @use(ptr)
declare void @usel(i64)
`

func aroundText(before, after, again string) string {
	return strings.NewReplacer("BEFORE", before, "AFTER", after, "AGAIN", again).Replace(aroundSuspend)
}

// An object whose lifetime begins before a suspend, but whose contents are not needed after it,
// stays on the stack. The resume part uses it without executing the start marker, so no marker may
// remain that says the object is dead there.
func TestStackObjectHasNoHalfALife(t *testing.T) {
	text := aroundText("", "store i64 1, ptr %x\n %v = load volatile i64, ptr %x\n call void @usel(i64 %v)",
		"call void @llvm.lifetime.start.p0(ptr %x)")
	out := lowertest.Function(t, splitText(t, text, split.Options{ReuseStorage: true}, 0), "f.resume")
	if !strings.Contains(out, "%x = alloca i64") {
		t.Errorf("the object is not on the stack:\n%s", out)
	}
	if strings.Contains(out, "@llvm.lifetime.") {
		t.Errorf("lifetime markers are left:\n%s", out)
	}
}

// In a rotated loop one block ends a lifetime and starts the next, which reaches the suspend.
func TestRestartedObjectIsInFrame(t *testing.T) {
	const again = "call void @llvm.lifetime.start.p0(ptr %x)\n store i64 1, ptr %x"
	// Only the start in the loop reaches the suspend, because the first lifetime ends at once.
	text := aroundText("call void @llvm.lifetime.end.p0(ptr %x)\n br label %next\nnext:",
		"%v = load i64, ptr %x\n call void @usel(i64 %v)", again)
	for _, reuse := range []bool{false, true} {
		out := splitText(t, text, split.Options{ReuseStorage: reuse}, 0)
		if f := lowertest.Function(t, out, "f.resume"); strings.Contains(f, "alloca") {
			t.Errorf("reuse %v: the object is on the stack:\n%s", reuse, f)
		}
	}
}
