; coro-cleanup alone lowers coro.subfn.addr.
; RUN: corolower %s -passes='coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @fn(ptr %h) {
  %a = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
  ret ptr %a
}

; CHECK-LABEL: define ptr @fn(ptr %h)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 1
; CHECK-NEXT: %[[T_1:[0-9]+]] = load ptr, ptr %[[T]], align 8
; CHECK-NEXT: ret ptr %[[T_1]]

declare ptr @llvm.coro.subfn.addr(ptr, i8)
