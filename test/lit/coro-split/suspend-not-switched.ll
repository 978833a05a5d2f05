; The suspend's result is an ordinary i8: here compared and branched on instead of switched.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %go = icmp eq i8 %s, 0
  br i1 %go, label %cont, label %other

cont:
  call void @tick()
  br label %cleanup

other:
  %kill = icmp sgt i8 %s, 0
  br i1 %kill, label %cleanup, label %suspend

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f()
; CHECK: %go = icmp eq i8 -1, 0
; CHECK: %kill = icmp sgt i8 -1, 0

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %go = icmp eq i8 0, 0

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %go = icmp eq i8 1, 0

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @tick()
