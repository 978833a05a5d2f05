; A coro.free of something other than the coroutine's handle, after one of the handle that does not dominate it: each is its own operand in the resume function.
; LLVM 22 gives both the operand of the second, and its verifier refuses the result.
; RUN: corolower %s -w -S -passes='coro-early,cgscc(coro-split)' | FileCheck %s
; RUN: corolower %s -w -S -passes='coro-early,cgscc(coro-split)' | opt-22 -passes=verify -disable-output
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: cleanup:
; CHECK-NEXT: call void @free(ptr %hdl)
; CHECK: call void @use(ptr %h.reload)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(ptr %h) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  call void @step()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %again
                             i8 1, label %cleanup ]
again:
  %more = call i1 @ask()
  br i1 %more, label %loop, label %cleanup
cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %free)
  br label %out
out:
  %other = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @use(ptr %other)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare void @step()
declare i1 @ask()
