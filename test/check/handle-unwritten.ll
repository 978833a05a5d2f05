; The promise is read of a coroutine that was never created: its memory was not written.
; EXPECT: 45:3 not-a-coroutine "memory that nothing was written to"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @counter(i32 %n) presplitcoroutine {
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  store i32 %n, ptr %promise, align 4
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %leave [ i8 0, label %last  i8 1, label %cleanup ]
last:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
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
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
define i32 @main() {
  %h = alloca [64 x i8], align 16
  call void @llvm.coro.resume(ptr %h)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
