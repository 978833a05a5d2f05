; A coroutine that reports to a device: docs/run.md runs it with functions that stand for the device.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@started = private constant [8 x i8] c"started\00"
@resumed = private constant [8 x i8] c"resumed\00"

define ptr @report(ptr %device) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %now = call i64 @device_time()
  call void @device_log(ptr %device, ptr @started, i64 %now)
  %suspended = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %suspended, label %leave [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  %later = add i64 %now, 1
  call void @device_log(ptr %device, ptr @resumed, i64 %later)
  br label %cleanup

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define i32 @main() {
  %device = call ptr @device_open()
  %handle = call ptr @report(ptr %device)
  call void @llvm.coro.resume(ptr %handle)
  ret i32 0
}

declare ptr @device_open()
declare i64 @device_time()
declare void @device_log(ptr, ptr, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
