; A function that resumes others and is no coroutine itself keeps its shape; only the intrinsic is lowered.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define i1 @step(ptr %h) {
entry:
  %d = call i1 @llvm.coro.done(ptr %h)
  br i1 %d, label %stop, label %go

go:
  call void @llvm.coro.resume(ptr %h)
  br label %stop

stop:
  %r = phi i1 [ false, %entry ], [ true, %go ]
  ret i1 %r
}

; CHECK-LABEL: define i1 @step(ptr %h)
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[T:[0-9]+]] = load ptr, ptr %h, align 8
; CHECK-NEXT: %[[T_1:[0-9]+]] = icmp eq ptr %[[T]], null
; CHECK-NEXT: br i1 %[[T_1]], label %stop, label %go
; CHECK: %[[T_2:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
; CHECK-NEXT: call fastcc void %[[T_2]](ptr %h)
; CHECK-NEXT: br label %stop
; CHECK: %r = phi i1 [ false, %entry ], [ true, %go ]

declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
