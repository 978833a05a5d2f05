; coro.is_in_ramp of an unsplit local coroutine becomes poison.
; RUN: corolower %s -passes='coro-cleanup' -S | FileCheck %s

define internal i1 @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %r = call i1 @llvm.coro.is_in_ramp()
  ret i1 %r
}

define i1 @g() {
  %r = call i1 @f()
  ret i1 %r
}

; CHECK-LABEL: define internal i1 @f()
; CHECK-NEXT: ret i1 poison

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.is_in_ramp()
