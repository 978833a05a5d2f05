; A suspend's result may go through a select and a phi instead of a switch.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %wait, label %join

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %join

join:
  %r = phi i8 [ 1, %entry ], [ %s, %wait ]
  %out = icmp eq i8 %r, -1
  %code = select i1 %out, i32 10, i32 20
  call void @print(i32 %code)
  br i1 %out, label %suspend, label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: %s.join = phi i8 [ -1, %AfterCoroSuspend ]
; CHECK-NEXT: br label %join

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %out = icmp eq i8 %s.join, -1
; CHECK-NEXT: %code = select i1 %out, i32 10, i32 20
; CHECK-NEXT: call void @print(i32 %code)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
