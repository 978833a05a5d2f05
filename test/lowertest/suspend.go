// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lowertest

import (
	"cmp"
	"strings"
)

// around is a coroutine with one suspend. EARLY precedes coro.begin, BEFORE precedes the suspend,
// and AFTER follows it.
const around = `define ptr @f(i32 %n, ptr %p, ptr byval(i64) %bv) presplitcoroutine {
entry:
  EARLY
  %id = call token @llvm.coro.id(i32 0, ptr PROMISE, ptr null, ptr null)
  %mem = call ptr @get()
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  BEFORE
  %s = call i8 @llvm.coro.suspend(token none, i1 false) ; THE SUSPEND
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  AFTER
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
declare i32 @geti()
declare void @use(ptr)
declare void @usei(i32)
declare void @read(ptr nocapture)
`

// OneSuspend returns a module with a coroutine of one suspend: early is the code in front of
// coro.begin, before the code in front of the suspend, and after the code behind it. promise is the
// operand of coro.id; "" is none.
func OneSuspend(early, promise, before, after string) string {
	return strings.NewReplacer("EARLY", early, "PROMISE", cmp.Or(promise, "null"), "BEFORE", before, "AFTER", after).Replace(around)
}
