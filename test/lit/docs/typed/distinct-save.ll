; A coroutine hands its handle to an asynchronous operation between save and suspend: the operation may resume it before the suspend is reached. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @wait_for(i8* %op) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call i8* @malloc(i64 %bytes)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %space)
  %ticket = call token @llvm.coro.save(i8* %hdl)
  call void @start_async(i8* %op, i8* %hdl)
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
  %block = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %block)
  br label %leave

leave:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

declare void @start_async(i8*, i8*)

; CHECK: %wait_for.Frame = type { void (%wait_for.Frame*)*, void (%wait_for.Frame*)*, i8*, i1 }

; CHECK-LABEL: define i8* @wait_for(i8* %op)
; CHECK: store i1 false, i1* %{{index.addr[0-9]*}}, align 1
; CHECK: call void @start_async(i8* %op.reload, i8* %hdl)
; CHECK: switch i8 -1, label %leave [
; CHECK-NEXT:   i8 0, label %ready
; CHECK-NEXT:   i8 1, label %release
; CHECK-NEXT: ]

; CHECK-LABEL: define internal fastcc void @wait_for.resume(%wait_for.Frame* noalias nonnull align 8 dereferenceable(32) %FramePtr)
; CHECK: call void @print(i32 1)
; CHECK: store i1 true, i1* %{{index.addr[0-9]*}}, align 1
; CHECK: switch i1 %index, label %unreachable [
; CHECK-NEXT:   i1 false, label %resume.0
; CHECK-NEXT:   i1 true, label %resume.1
; CHECK-NEXT: ]

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare token @llvm.coro.save(i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
