; resume and destroy end as loads of the frame's first and second word and fastcc calls.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define void @drive(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

; CHECK-LABEL: define void @drive(ptr %h)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 0
; CHECK-NEXT: %[[T_1:[0-9]+]] = load ptr, ptr %[[T]], align 8
; CHECK-NEXT: call fastcc void %[[T_1]](ptr %h)
; CHECK-NEXT: %[[T_2:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 1
; CHECK-NEXT: %[[T_3:[0-9]+]] = load ptr, ptr %[[T_2]], align 8
; CHECK-NEXT: call fastcc void %[[T_3]](ptr %h)
; CHECK-NEXT: ret void

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
