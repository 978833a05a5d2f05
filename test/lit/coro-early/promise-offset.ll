; coro.promise: two pointers, rounded up to the alignment given; from the handle to the promise and back.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define void @offsets(ptr %h, ptr %p) {
  %a4 = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  call void @use(ptr %a4)
  %a32 = call ptr @llvm.coro.promise(ptr %h, i32 32, i1 false)
  call void @use(ptr %a32)
  %back = call ptr @llvm.coro.promise(ptr %p, i32 8, i1 true)
  call void @use(ptr %back)
  %back64 = call ptr @llvm.coro.promise(ptr %p, i32 64, i1 true)
  call void @use(ptr %back64)
  ret void
}

; CHECK-LABEL: define void @offsets(ptr %h, ptr %p)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds i8, ptr %h, i32 16
; CHECK-NEXT: call void @use(ptr %[[T]])
; CHECK-NEXT: %[[T_1:[0-9]+]] = getelementptr inbounds i8, ptr %h, i32 32
; CHECK-NEXT: call void @use(ptr %[[T_1]])
; CHECK-NEXT: %[[T_2:[0-9]+]] = getelementptr inbounds i8, ptr %p, i32 -16
; CHECK-NEXT: call void @use(ptr %[[T_2]])
; CHECK-NEXT: %[[T_3:[0-9]+]] = getelementptr inbounds i8, ptr %p, i32 -64
; CHECK-NEXT: call void @use(ptr %[[T_3]])
; CHECK-NEXT: ret void

declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @use(ptr)
