; A plain store gives the handle to other threads before the coroutine is saved, because a release store follows.
; EXPECT: 14:3 published-early "other threads see the handle here before the coroutine is saved, so they may resume it while it runs"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %promise, align 4
  store ptr %hdl, ptr @queue, align 8
  store atomic i8 1, ptr @ready release, align 1
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  call void @use(ptr %promise)
  %last = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %last, label %exit [ i8 0, label %trap
                                 i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
@queue = global ptr null
@ready = global i8 0
