; The file declares an intrinsic that only a pass comes to name, with a type that was never its own.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt-22 names the declaration as it is

define void @f(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}

declare ptr @llvm.coro.subfn.addr(i32, i8)
declare void @llvm.coro.resume(ptr)

; CHECK-LABEL: define void @f(ptr %h)
; CHECK:         %[[#FN:]] = load ptr, ptr
; CHECK-NEXT:    call fastcc void %[[#FN]](ptr %h)
