; With 4-byte pointers the promise of alignment 4 lies at 8, that of alignment 16 at 16.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"

define void @offsets(ptr %h) {
  %a4 = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  call void @use(ptr %a4)
  %a16 = call ptr @llvm.coro.promise(ptr %h, i32 16, i1 false)
  call void @use(ptr %a16)
  ret void
}

; CHECK-LABEL: define void @offsets(ptr %h)
; CHECK-NEXT: %{{[0-9]+}} = getelementptr inbounds i8, ptr %h, i32 8
; CHECK: %{{[0-9]+}} = getelementptr inbounds i8, ptr %h, i32 16

declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @use(ptr)
