; Where nothing unwinds, a coroutine that an exception has left is not destroyed later, and a variable need not keep for that what it held:
; it becomes a value. Elsewhere it stays in memory, for `work` may throw.
; REQUIRES: corolower
; RUN: corolower %s -passes=sroa -S -mtriple=nvptx64-nvidia-cuda | FileCheck %s --check-prefix=GPU
; RUN: corolower %s -passes=sroa -S -mtriple=x86_64-unknown-linux-gnu | FileCheck %s --check-prefix=HOST
; RUN: corolower %s -passes=sroa -S -mtriple=nvptx64-nvidia-cuda | opt-22 -passes=verify -disable-output

; GPU-LABEL: define ptr @f(
; GPU-NOT: alloca
; GPU: [[V:%.*]] = phi i32 [ 0, %entry ], [ %n, %on ], [ %n, %on ]
; GPU: call void @use(i32 [[V]])
; HOST-LABEL: define ptr @f(
; HOST: alloca i32
; HOST: load i32

declare void @work()
declare void @use(i32)
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %v = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 0, ptr %v
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %on
                              i8 1, label %clean ]
on:
  store i32 %n, ptr %v
  call void @work()
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %exit [ i8 0, label %clean
                               i8 1, label %clean ]
clean:
  %x = load i32, ptr %v
  call void @use(i32 %x)
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr readnone, ptr readonly, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
