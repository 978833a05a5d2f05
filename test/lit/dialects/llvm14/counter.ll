; Typed pointers: the frame's words are function pointers, the frame base is a bitcast, clones take %f.Frame* noalias.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f(i32 %n) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  br label %begin

begin:
  %phi = phi i8* [ null, %entry ], [ %mem, %alloc ]
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %phi)
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
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK: %f.Frame = type { void (%f.Frame*)*, void (%f.Frame*)*, i32, i1 }
; CHECK: @f.resumers = private constant [3 x void (%f.Frame*)*] [void (%f.Frame*)* @f.resume, void (%f.Frame*)* @f.destroy, void (%f.Frame*)* @f.cleanup]

; CHECK-LABEL: define i8* @f(i32 %n)
; CHECK: %id = call token @llvm.coro.id(i32 0, i8* null, i8* bitcast (i8* (i32)* @f to i8*), i8* bitcast ([3 x void (%f.Frame*)*]* @f.resumers to i8*))
; CHECK: %mem = call i8* @malloc(i64 24)
; CHECK: %hdl = call noalias nonnull i8* @llvm.coro.begin(token %id, i8* %phi)
; CHECK-NEXT: %FramePtr = bitcast i8* %hdl to %f.Frame*
; CHECK-NEXT: %resume.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT: store void (%f.Frame*)* @f.resume, void (%f.Frame*)** %resume.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = select i1 %need, void (%f.Frame*)* @f.destroy, void (%f.Frame*)* @f.cleanup
; CHECK-NEXT: %destroy.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 1
; CHECK-NEXT: store void (%f.Frame*)* %[[T]], void (%f.Frame*)** %destroy.addr, align 8
; CHECK: %i.spill.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK-NEXT: store i32 %i, i32* %i.spill.addr, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: %vFrame = bitcast %f.Frame* %FramePtr to i8*
; CHECK-NEXT: br label %resume.entry
; CHECK: %i.spill.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK-NEXT: store i32 %inc.loop, i32* %i.spill.addr, align 4
; CHECK: call void @free(i8* %vFrame)

; CHECK-LABEL: define internal fastcc void @f.cleanup(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: call void @free(i8* null)

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
