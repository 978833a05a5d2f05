; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A coroutine that yields 200000 numbers. lli gets its lowering by opt, and corolower run gets both.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@d = private constant [5 x i8] c"%ld\0A\00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
define ptr @count() presplitcoroutine {
entry:
  %promise = alloca i64
  %id = call token @llvm.coro.id(i32 8, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %square = mul i64 %i, %i
  store i64 %square, ptr %promise
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %on i8 1, label %cleanup ]
on:
  %next = add i64 %i, 1
  br label %loop
cleanup:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define i32 @main() {
entry:
  %h = call ptr @count()
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %m, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %t, %loop ]
  %p = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
  %v = load i64, ptr %p
  %t = add i64 %sum, %v
  call void @llvm.coro.resume(ptr %h)
  %m = add i64 %n, 1
  %more = icmp ult i64 %m, 200000
  br i1 %more, label %loop, label %end
end:
  call void @llvm.coro.destroy(ptr %h)
  call i32 (ptr, ...) @printf(ptr @d, i64 %t)
  ret i32 0
}
