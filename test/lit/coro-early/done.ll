; coro.done is a null test of the frame's first word.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define i1 @is_done(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
  ret i1 %d
}

; CHECK-LABEL: define i1 @is_done(ptr %h)
; CHECK-NEXT: %[[T:[0-9]+]] = load ptr, ptr %h, align 8
; CHECK-NEXT: %[[T_1:[0-9]+]] = icmp eq ptr %[[T]], null
; CHECK-NEXT: ret i1 %[[T_1]]

declare i1 @llvm.coro.done(ptr)
