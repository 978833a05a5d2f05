; coro.resume and coro.destroy become indirect fastcc calls through coro.subfn.addr, index 0 and 1.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define void @drive(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr nonnull %h)
  ret void
}

; CHECK-LABEL: define void @drive(ptr %h)
; CHECK-NEXT: %[[T:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
; CHECK-NEXT: call fastcc void %[[T]](ptr %h)
; CHECK-NEXT: %[[T_1:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
; CHECK-NEXT: call fastcc void %[[T_1]](ptr nonnull %h)
; CHECK-NEXT: ret void
; CHECK-NOT: call void @llvm.coro.resume

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
