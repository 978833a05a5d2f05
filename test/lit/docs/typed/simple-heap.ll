; The same generator with an allocation that a caller may avoid: coro.alloc asks whether memory is needed, coro.free whether there is any to free. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i8* @count_from(i32 %start) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %wanted = call i1 @llvm.coro.alloc(token %id)
  br i1 %wanted, label %allocate, label %ready

allocate:
  %bytes = call i64 @llvm.coro.size.i64()
  %heap = call i8* @malloc(i64 %bytes)
  br label %ready

ready:
  %space = phi i8* [ null, %entry ], [ %heap, %allocate ]
  %hdl = call noalias i8* @llvm.coro.begin(token %id, i8* %space)
  br label %loop

loop:
  %value = phi i32 [ %start, %ready ], [ %next, %advance ]
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
  %owned = icmp ne i8* %block, null
  br i1 %owned, label %give.back, label %leave

give.back:
  call void @free(i8* %block)
  br label %leave

leave:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK-LABEL: define i8* @count_from(i32 %start)
; CHECK-NEXT: entry:
; CHECK-NEXT: %heap = call i8* @malloc(i64 24)
; CHECK: %{{[0-9]+}} = select i1 true, void (%count_from.Frame*)* @count_from.destroy, void (%count_from.Frame*)* @count_from.cleanup
; CHECK: ret i8* %heap

; CHECK-LABEL: define internal fastcc void @count_from.destroy(%count_from.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: %owned = icmp ne i8* %vFrame, null
; CHECK: call void @free(i8* %vFrame)

; CHECK-LABEL: define internal fastcc void @count_from.cleanup(%count_from.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: %owned = icmp ne i8* null, null

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
