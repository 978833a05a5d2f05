; A typed promise: the bitcast that names it stays valid, uses go to the slot.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f(i32 %n) "coroutine.presplit"="0" {
entry:
  %prom = alloca i32, align 4
  %pp = bitcast i32* %prom to i8*
  %id = call token @llvm.coro.id(i32 0, i8* %pp, i8* null, i8* null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  store i32 %n, i32* %prom, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  store i32 2, i32* %prom, align 4
  br label %cleanup

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK: %f.Frame = type { void (%f.Frame*)*, void (%f.Frame*)*, i32, i1 }

; CHECK-LABEL: define i8* @f(i32 %n)
; CHECK: call token @llvm.coro.id(i32 0, i8* null,
; CHECK: AllocaSpillBB:
; CHECK-NEXT: %prom.reload.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK: store i32 %n, i32* %prom.reload.addr, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: %prom.reload.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK: store i32 2, i32* %prom.reload.addr, align 4

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
