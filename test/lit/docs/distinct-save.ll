; A coroutine hands its handle to an asynchronous operation between save and suspend: the operation may resume it before the suspend is reached.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @wait_for(ptr %op) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call ptr @malloc(i64 %bytes)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %space)
  %ticket = call token @llvm.coro.save(ptr %hdl)
  call void @start_async(ptr %op, ptr %hdl)
  %first = call i8 @llvm.coro.suspend(token %ticket, i1 false)
  switch i8 %first, label %leave [
    i8 0, label %ready
    i8 1, label %release
  ]

ready:
  call void @print(i32 1)
  %second = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %second, label %leave [
    i8 0, label %release
    i8 1, label %release
  ]

release:
  %block = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %block)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @start_async(ptr, ptr)

; CHECK: %wait_for.Frame = type { ptr, ptr, ptr, i1 }

; CHECK-LABEL: define ptr @wait_for(ptr %op)
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: call void @start_async(ptr %op.reload, ptr %hdl)
; CHECK: switch i8 -1, label %leave [
; CHECK-NEXT:   i8 0, label %ready
; CHECK-NEXT:   i8 1, label %release
; CHECK-NEXT: ]

; CHECK-LABEL: define internal fastcc void @wait_for.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: switch i1 %index, label %unreachable [
; CHECK-NEXT:   i1 false, label %resume.0
; CHECK-NEXT:   i1 true, label %resume.1
; CHECK-NEXT: ]
; CHECK: call void @print(i32 1)
; CHECK: store i1 true, ptr %{{index.addr[0-9]*}}, align 1

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
