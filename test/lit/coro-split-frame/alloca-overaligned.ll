; A local aligned to 64 makes the frame aligned to 64. In plain coro-split, coro.size is the size of the struct, as in LLVM.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %big = alloca i32, align 64
  %low = alloca i64, align 4
  %none = alloca [0 x i8], align 1
  %five = alloca i16, i32 5, align 2
  %one = alloca i8, align 1
  call void @use5(ptr %big, ptr %low, ptr %none, ptr %five, ptr %one)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use5(ptr %big, ptr %low, ptr %none, ptr %five, ptr %one)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @use5(ptr, ptr, ptr, ptr, ptr)

; CHECK: %f.Frame = type { ptr, ptr, i64, [5 x i16], i1, i8, [28 x i8], i32 }

; CHECK-LABEL: define ptr @f()
; CHECK: %mem = call ptr @malloc(i64 72)

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 64 dereferenceable(72) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: %big.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 7
; CHECK-NEXT: %low.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %none.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: %five.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3, i32 0
; CHECK-NEXT: %one.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 5

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
