; coro-cond skips its passes when the module declares none.
; RUN: corolower %s -passes='coro-cond(coro-early,cgscc(coro-split),coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-cond(coro-early,cgscc(coro-split),coro-cleanup)' -S | opt-22 -passes=verify -disable-output

define i32 @plain(i32 %x) {
entry:
  br label %next

next:
  ret i32 %x
}

; CHECK-LABEL: define i32 @plain(i32 %x)
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: ret i32 %x
