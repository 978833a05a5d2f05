; LLVM 19's noop function is private.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-19 -passes=verify -disable-output

define ptr @one() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

declare i1 @llvm.coro.end(ptr, i1, token)

; CHECK: define private fastcc void @__NoopCoro_ResumeDestroy(ptr %0)

declare ptr @llvm.coro.noop()
