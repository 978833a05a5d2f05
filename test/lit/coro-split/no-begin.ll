; A coroutine whose coro.begin was optimised away is not split and does not crash: suspends become poison, ends unreachable.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %suspend
    i8 1, label %other
  ]

other:
  call void @tick()
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr null
}

; CHECK-NOT: .Frame

; CHECK-LABEL: define ptr @f()
; CHECK-NOT: @llvm.coro.suspend
; CHECK: i8 poison
; CHECK: unreachable
; CHECK-NOT: define

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @tick()
