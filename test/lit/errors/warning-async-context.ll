; Memory for a callee's context, where the file does not declare who has such memory: the call stays, with a warning.
; RUN: corolower %s -S 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: :[[@LINE+4]]:8: warning: llvm.coro.async.context.alloc stays a call without code, because the file does not declare the task's allocator
; CHECK: hint: declare `swiftcc ptr @swift_task_alloc(i64)`
; CHECK: call ptr @llvm.coro.async.context.alloc(ptr %t, ptr %a)
define ptr @f(ptr %t, ptr %a) {
  %p = call ptr @llvm.coro.async.context.alloc(ptr %t, ptr %a)
  ret ptr %p
}
declare i32 @swift_task_alloc(ptr)
declare ptr @llvm.coro.async.context.alloc(ptr, ptr)
