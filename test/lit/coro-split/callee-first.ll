; Under cgscc a callee is split before its caller is visited; the caller's call of the ramp is an ordinary call.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @outer() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %h = call ptr @inner()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @llvm.coro.resume(ptr %h)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @inner() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
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

; CHECK-DAG: %outer.Frame = type { ptr, ptr, ptr, i1 }
; CHECK-DAG: %inner.Frame = type { ptr, ptr, i1 }

; CHECK-LABEL: define ptr @outer()
; CHECK: %h = call ptr @inner()
; CHECK-NEXT: %h.spill.addr = getelementptr inbounds %outer.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store ptr %h, ptr %h.spill.addr, align 8

; CHECK-LABEL: define internal fastcc void @outer.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %h.reload = load ptr, ptr %h.reload.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = call ptr @llvm.coro.subfn.addr(ptr %h.reload, i8 0)
; CHECK-NEXT: call fastcc void %[[T]](ptr %h.reload)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
