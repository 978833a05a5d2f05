; Nothing of a module without coroutine intrinsics is touched, not even a parameter's noalias.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define i32 @plain(ptr noalias %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

; CHECK-LABEL: define i32 @plain(ptr noalias %p)
; CHECK-NEXT: %v = load i32, ptr %p, align 4
; CHECK-NEXT: ret i32 %v
