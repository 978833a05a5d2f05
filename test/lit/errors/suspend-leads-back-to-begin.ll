; A frame begins once. LLVM lowers a suspend that leads back to coro.begin, and the new frame holds nothing.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; CHECK: suspend-leads-back-to-begin.ll:[[@LINE+12]]:8: error: this coro.suspend leads back to coro.begin
; CHECK: suspend-leads-back-to-begin.ll:[[@LINE+9]]:10: note: the frame begins here

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  br label %again

again:
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %again
                                 i8 1, label %suspend ]

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare void @use(i32)
