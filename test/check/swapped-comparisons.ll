; Comparisons of the suspend's result lead resume to the cleanup, and destroy to the rest of the coroutine.
; EXPECT: 27:3 cases-swapped "the results of the suspend are swapped: 0 (resume) frees the frame, and 1 (destroy) continues to a suspend"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %first
first:
  store i32 %n, ptr %promise, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %isr = icmp eq i8 %s, 1
  br i1 %isr, label %body, label %other
other:
  %isd = icmp eq i8 %s, 0
  br i1 %isd, label %cleanup, label %leave
body:
  store i32 7, ptr %promise, align 4
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %has = icmp ne ptr %frame, null
  br i1 %has, label %release, label %leave
release:
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
