; coro.begin leads back to itself: the frame would begin anew.
; RUN: not corolower %s -o /dev/null 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s

; CHECK: begin-in-loop.ll:15:10: error: this coro.begin leads back to itself
; CHECK: hint: move coro.begin before all suspends and saves

define ptr @f(i1 %again) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  br label %loop
loop:
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %again, label %loop, label %wait
wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare noalias ptr @malloc(i64)
declare void @free(ptr)
