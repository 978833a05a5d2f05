; The frame is freed with another size.
; EXPECT: 39:3 free-mismatch "the frame is freed with the size 8, but its first two words alone have 16 bytes"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define ptr @task(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %dyn, label %start
dyn:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @_Znwm(i64 %size)
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
  call void @_ZdlPvm(ptr %f, i64 8)
  br label %out
out:
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
declare ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
declare void @use(i32)
