; A one-byte index goes into a hole before an aligned promise.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f() presplitcoroutine {
entry:
  %prom = alloca i64, align 64
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i1, [47 x i8], i64 }

; CHECK-LABEL: define ptr @f()
; CHECK: %mem = call ptr @malloc(i64 72)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
