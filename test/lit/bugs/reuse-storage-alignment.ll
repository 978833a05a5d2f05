; Sharing storage must not misalign: the slot of the 16-byte aligned local is at a multiple of 16 in the clone.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca [40 x i8], align 1
  %b = alloca [32 x i8], align 16
  br i1 %c, label %one, label %two

one:
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %one.end
    i8 1, label %one.end
  ]

one.end:
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup

two:
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %two.end
    i8 1, label %two.end
  ]

two.end:
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: define internal fastcc void @f.resume(ptr noundef nonnull align 16 dereferenceable({{48|64|80|96}}) %hdl)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
