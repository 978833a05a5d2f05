; LLVM 19: header addresses are inbounds without nuw, and resume.entry stands near the end of a clone.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-19 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
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
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %inc, %resume ]
  call void @print(i32 %i)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  %inc = add nsw i32 %i, 1
  br label %loop

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }
; CHECK: @f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %phi)
; CHECK-NEXT: %resume.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr @f.resume, ptr %resume.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = select i1 %need, ptr @f.destroy, ptr @f.cleanup
; CHECK-NEXT: %destroy.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 1
; CHECK-NEXT: store ptr %[[T]], ptr %destroy.addr, align 8

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: br label %resume.entry
; CHECK: call void @free(ptr %hdl)
; CHECK: CoroEnd:
; CHECK-NEXT: ret void
; CHECK: resume.entry:
; CHECK-NEXT: br label %resume.0

; CHECK-LABEL: define internal fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: call void @free(ptr null)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
