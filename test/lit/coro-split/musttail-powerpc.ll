; PowerPC has no musttail for any CPU. coro-split leaves a call, and coro-cleanup makes a loop of it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target triple = "powerpc64le-unknown-linux-gnu"

define ptr @f(ptr %aw) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %sv = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %aw, ptr %hdl, ptr @wrapper)
  %s1 = call i8 @llvm.coro.suspend(token %sv, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare ptr @wrapper(ptr, ptr)

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK-NOT: musttail
; CHECK: %[[T:[0-9]+]] = call ptr @wrapper(ptr %aw.reload, ptr %hdl)
; CHECK-NEXT: %[[T_1:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %[[T]], i8 0)
; CHECK-NEXT: call fastcc void %[[T_1]](ptr %[[T]])
; CHECK-NEXT: ret void

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
