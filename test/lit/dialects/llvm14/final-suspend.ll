; LLVM 14: destroy drops the case of the final suspend and tests the resume slot for null.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f() "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %more
    i8 1, label %cleanup
  ]

more:
  call void @tick()
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]

again:
  call void @tick()
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
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

; CHECK: %f.Frame = type { void (%f.Frame*)*, void (%f.Frame*)*, i2 }

; CHECK-LABEL: define internal fastcc void @f.resume(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: store void (%f.Frame*)* null, void (%f.Frame*)** %ResumeFn.addr, align 8
; CHECK: switch i2 %index, label %unreachable [
; CHECK-NEXT:   i2 0, label %resume.0
; CHECK-NEXT:   i2 1, label %resume.1
; CHECK-NEXT: ]

; CHECK-LABEL: define internal fastcc void @f.destroy(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK: %[[T:[0-9]+]] = icmp eq void (%f.Frame*)* %{{[0-9]+}}, null
; CHECK-NEXT: br i1 %[[T]], label %resume.2, label %Switch
; CHECK: switch i2 %index, label %unreachable [
; CHECK-NEXT:   i2 0, label %resume.0
; CHECK-NEXT:   i2 1, label %resume.1
; CHECK-NEXT: ]

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @tick()
