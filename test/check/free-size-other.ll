; Eight bytes less are freed than the frame has.
; EXPECT: 47:3 free-mismatch "for a frame of 256 bytes, 256 are allocated and 248 are freed"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @counter(i32 %n) presplitcoroutine {
entry:
  %value = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %value, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @_Znwm(i64 %size)
  br label %begin
begin:
  %m = phi ptr [ null, %entry ], [ %memory, %alloc ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %m)
  br label %loop
loop:
  %i = phi i32 [ 0, %begin ], [ %next, %resumed ]
  store i32 %i, ptr %value, align 4
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %last
last:
  %final = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %final, label %suspend [
    i8 0, label %dead
    i8 1, label %cleanup
  ]
dead:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  %real = icmp ne ptr %frame, null
  br i1 %real, label %delete, label %suspend
delete:
  %size2 = call i64 @llvm.coro.size.i64()
  %less = sub i64 %size2, 8
  call void @_ZdlPvm(ptr %frame, i64 %less)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define i32 @sum() {
entry:
  %g = call ptr @counter(i32 4)
  %v = call ptr @llvm.coro.promise(ptr %g, i32 4, i1 false)
  br label %loop
loop:
  %s = phi i32 [ 0, %entry ], [ %s2, %more ]
  %d = call i1 @llvm.coro.done(ptr %g)
  br i1 %d, label %exit, label %more
more:
  %x = load i32, ptr %v, align 4
  %s2 = add i32 %s, %x
  call void @llvm.coro.resume(ptr %g)
  br label %loop
exit:
  call void @llvm.coro.destroy(ptr %g)
  ret i32 %s
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare noalias nonnull ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
