; Typed resume and destroy: the address from coro.subfn.addr is cast to a function pointer and called.
; RUN: corolower %s -passes='function(coro-early)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early)' -S | opt-14 -passes=verify -disable-output

define void @drive(i8* %h) {
  call void @llvm.coro.resume(i8* %h)
  call void @llvm.coro.destroy(i8* %h)
  ret void
}

; CHECK-LABEL: define void @drive(i8* %h)
; CHECK-NEXT: %[[T:[0-9]+]] = call i8* @llvm.coro.subfn.addr(i8* %h, i8 0)
; CHECK-NEXT: %[[T_1:[0-9]+]] = bitcast i8* %[[T]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_1]](i8* %h)
; CHECK-NEXT: %[[T_2:[0-9]+]] = call i8* @llvm.coro.subfn.addr(i8* %h, i8 1)
; CHECK-NEXT: %[[T_3:[0-9]+]] = bitcast i8* %[[T_2]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_3]](i8* %h)
; CHECK-NEXT: ret void

declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
