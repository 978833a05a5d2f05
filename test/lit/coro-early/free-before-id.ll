; A coro.free without a token before coro.id keeps it: the coroutine's identity does not dominate it.
; RUN: corolower %s -passes=coro-early -verify-each -S | FileCheck %s

; CHECK: call ptr @llvm.coro.free(token none, ptr null)
; CHECK: call ptr @llvm.coro.free(token %id, ptr %hdl)

define ptr @f() presplitcoroutine {
  %early = call ptr @llvm.coro.free(token none, ptr null)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %late = call ptr @llvm.coro.free(token none, ptr %hdl)
  ret ptr %hdl
}

declare noalias ptr @malloc(i64)
