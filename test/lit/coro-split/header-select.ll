; With a coro.alloc the destroy slot holds .destroy for a frame that was allocated and .cleanup for one that was not.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
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

; CHECK-LABEL: define ptr @f()
; CHECK: %need = call i1 @llvm.coro.alloc(token %id)
; CHECK: %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %phi)
; CHECK-NEXT: %resume.addr = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr @f.resume, ptr %resume.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = select i1 %need, ptr @f.destroy, ptr @f.cleanup
; CHECK-NEXT: %destroy.addr = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 1
; CHECK-NEXT: store ptr %[[T]], ptr %destroy.addr, align 8

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
