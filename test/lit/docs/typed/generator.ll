; A generator that counts up from its argument for ever: it prints a number and suspends, and frees its frame when destroyed. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i8* @count_from(i32 %start) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %bytes = call i64 @llvm.coro.size.i64()
  %space = call i8* @malloc(i64 %bytes)
  %hdl = call noalias i8* @llvm.coro.begin(token %id, i8* %space)
  br label %loop

loop:
  %value = phi i32 [ %start, %entry ], [ %next, %advance ]
  call void @print(i32 %value)
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %value, 1
  br label %loop

release:
  %block = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %block)
  br label %leave

leave:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK: %count_from.Frame = type { void (%count_from.Frame*)*, void (%count_from.Frame*)*, i32, i1 }

; CHECK-LABEL: define i8* @count_from(i32 %start)
; CHECK-NEXT: entry:
; CHECK-NEXT: %space = call i8* @malloc(i64 24)
; CHECK: %value.spill.addr = getelementptr inbounds %count_from.Frame, %count_from.Frame* %FramePtr, i32 0, i32 2
; CHECK-NEXT: store i32 %start, i32* %value.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %start)
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds %count_from.Frame, %count_from.Frame* %FramePtr, i32 0, i32 3
; CHECK-NEXT: store i1 false, i1* %[[INDEX_ADDR]], align 1
; CHECK-NEXT: ret i8* %space

; CHECK-LABEL: define internal fastcc void @count_from.resume(%count_from.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: store i32 %next.loop, i32* %value.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %next.loop)
; CHECK: %value.reload = load i32, i32* %value.reload.addr, align 4
; CHECK-NEXT: %next = add nsw i32 %value.reload, 1

; CHECK-LABEL: define internal fastcc void @count_from.destroy(%count_from.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: call void @free(i8* %vFrame)

; CHECK-LABEL: define internal fastcc void @count_from.cleanup(%count_from.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: call void @free(i8* null)

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
