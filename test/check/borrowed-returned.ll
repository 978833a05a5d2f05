; A function returns a coroutine that keeps the address of its variable.
; EXPECT: 49:8 borrowed-variable "the coroutine keeps the address of a variable that is gone when this function returns the coroutine"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define ptr @task(ptr %r, i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %dyn, label %start
dyn:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %start
start:
  %frame = phi ptr [ null, %entry ], [ %mem, %dyn ]
  %hdl = call noalias ptr @llvm.coro.begin(token %id, ptr %frame)
  store i32 %n, ptr %promise, align 4
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %out [
    i8 0, label %body
    i8 1, label %cleanup
  ]
body:
  %rv = load i32, ptr %r
  call void @use(i32 %n)
  store i32 %n, ptr %promise, align 4
  %s1 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s1, label %out [
    i8 0, label %trap
    i8 1, label %cleanup
  ]
trap:
  unreachable
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %nn = icmp ne ptr %f, null
  br i1 %nn, label %free, label %out
free:
  call void @free(ptr %f)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define ptr @make() {
  %x = alloca i32
  store i32 1, ptr %x
  %h = call ptr @task(ptr %x, i32 1)
  ret ptr %h
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
declare void @use(i32)
