; A local with less alignment than its type has makes the frame a packed struct.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f() presplitcoroutine {
entry:
  %prom = alloca i32, align 4
  %low = alloca i64, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(ptr %low)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %low)
  call void @use(ptr %prom)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type <{ ptr, ptr, i32, i64, i1 }>

; CHECK-LABEL: define ptr @f()
; CHECK: %mem = call ptr @malloc(i64 29)

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(29) %hdl)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
