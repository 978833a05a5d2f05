; await.suspend.bool gives the wrapper's i1: false goes on without suspending.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(ptr %aw) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sv = call token @llvm.coro.save(ptr null)
  %susp = call i1 @llvm.coro.await.suspend.bool(ptr %aw, ptr %hdl, ptr @wrapper)
  br i1 %susp, label %wait, label %ready

wait:
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %ready
    i8 1, label %cleanup
  ]

ready:
  call void @tick()
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i1 @wrapper(ptr, ptr)

; CHECK-LABEL: define ptr @f(ptr %aw)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: %[[SUSP:[a-z0-9]+]] = call i1 @wrapper(ptr %aw.reload, ptr %hdl)
; CHECK-NEXT: br i1 %[[SUSP]], label %CoroSuspend, label %ready

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.await.suspend.bool(ptr, ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @tick()
