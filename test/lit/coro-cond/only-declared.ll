; A declaration is enough for coro-cond, and with nothing to lower the module stays as it is.
; RUN: corolower %s -passes='coro-cond(coro-early,cgscc(coro-split),coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-cond(coro-early,cgscc(coro-split),coro-cleanup)' -S | opt-22 -passes=verify -disable-output

define i32 @plain(i32 %x) {
entry:
  br label %next

next:
  ret i32 %x
}

declare void @llvm.coro.resume(ptr)

; CHECK-LABEL: define i32 @plain(i32 %x)
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: ret i32 %x
