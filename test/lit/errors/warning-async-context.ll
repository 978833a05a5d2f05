; Memory for a callee's context: LLVM declares the intrinsic and lowers it nowhere. The call stays, with a warning.
; RUN: corolower %s -S 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: :[[@LINE+4]]:8: warning: llvm.coro.async.context.alloc stays a call without code: LLVM declares it and lowers it nowhere
; CHECK: hint: call your own allocator
; CHECK: call ptr @llvm.coro.async.context.alloc(ptr %t, ptr %a)
define ptr @f(ptr %t, ptr %a) {
  %p = call ptr @llvm.coro.async.context.alloc(ptr %t, ptr %a)
  ret ptr %p
}
declare ptr @llvm.coro.async.context.alloc(ptr, ptr)
