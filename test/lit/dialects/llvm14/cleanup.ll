; The whole typed pipeline: subfn.addr becomes a load through { i8*, i8* }*, the ramp one block.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i8* @f() "coroutine.presplit"="0" {
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
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

define void @drive(i8* %h) {
  call void @llvm.coro.resume(i8* %h)
  ret void
}

; CHECK-LABEL: define i8* @f()
; CHECK-NEXT: entry:
; CHECK-NEXT: %mem = call i8* @malloc(i64 24)
; CHECK-NEXT: %FramePtr = bitcast i8* %mem to %f.Frame*
; CHECK-NEXT: %resume.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT: store void (%f.Frame*)* @f.resume, void (%f.Frame*)** %resume.addr, align 8
; CHECK-NEXT: %{{[0-9]+}} = select i1 true, void (%f.Frame*)* @f.destroy, void (%f.Frame*)* @f.cleanup
; CHECK: ret i8* %mem

; CHECK-LABEL: define void @drive(i8* %h)
; CHECK-NEXT: %[[T:[0-9]+]] = bitcast i8* %h to { i8*, i8* }*
; CHECK-NEXT: %[[T_1:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T]], i32 0, i32 0
; CHECK-NEXT: %[[T_2:[0-9]+]] = load i8*, i8** %[[T_1]], align 8
; CHECK-NEXT: %[[T_3:[0-9]+]] = bitcast i8* %[[T_2]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_3]](i8* %h)
; CHECK-NEXT: ret void

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.coro.resume(i8*)
declare i8* @malloc(i64)
declare void @free(i8*)
