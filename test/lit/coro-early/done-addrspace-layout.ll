; coro.done loads with the pointer's ABI alignment, here 4 bytes.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-p:32:32-i64:64"

define i1 @is_done(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
  ret i1 %d
}

; CHECK-LABEL: define i1 @is_done(ptr %h)
; CHECK-NEXT: %{{[0-9]+}} = load ptr, ptr %h, align 4

declare i1 @llvm.coro.done(ptr)
