; A coroutine that can run to its end and free its frame without a last suspend, on memory that may be its caller's: the resume clone asks
; the destroy slot before it frees.
; DIFFERS-FROM-LLVM: opt 22 frees the memory whoever owns it
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @callee(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @caller() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %h = call ptr @callee(i32 7) coro_elide_safe
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

; CHECK-LABEL: define internal fastcc void @callee.resume(
; CHECK: [[SLOT:%.*]] = getelementptr inbounds nuw %callee.Frame, ptr %hdl, i32 0, i32 1
; CHECK-NEXT: [[FN:%.*]] = load ptr, ptr [[SLOT]], align 8
; CHECK-NEXT: [[ELIDED:%.*]] = icmp eq ptr [[FN]], @callee.cleanup
; CHECK-NEXT: [[MEM:%.*]] = select i1 [[ELIDED]], ptr null, ptr %hdl
; CHECK-NEXT: call void @free(ptr [[MEM]])
; CHECK-LABEL: define internal fastcc void @callee.destroy(
; CHECK: call void @free(ptr %hdl)
; CHECK-LABEL: define internal ptr @callee.noalloc(

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
