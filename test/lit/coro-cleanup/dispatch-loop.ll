; A target without tail calls gets a loop that runs the chain of transfers. An exception may leave it, and the step takes the personality
; with the body.
; RUN: corolower %s -verify-each -S | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -mtriple=mips-linux -S | llc-22 -o /dev/null
; RUN: corolower %s -mtriple=thumbv6m-none-eabi -S | llc-22 -o /dev/null
; RUN: corolower %s -mtriple=x86_64-linux -S | FileCheck %s -check-prefix=TAIL
; TAIL: musttail call

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call fastcc void @.corodispatch(
; CHECK-NEXT:    ret void
; CHECK-LABEL: define internal fastcc ptr @f.resume.step(
; CHECK-SAME:    personality ptr @__gxx_personality_v0
; CHECK:         landingpad
; CHECK:       define internal fastcc void @.corodispatch(ptr %0) #[[LOOP:[0-9]+]]
; CHECK:       call fastcc ptr @f.resume.step(
; CHECK:       attributes #[[LOOP]] = {
; CHECK-NOT:   nounwind
; CHECK-SAME:  }

target triple = "powerpc64le-unknown-linux-gnu"

define ptr @f(ptr %aw) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  invoke void @mayThrow() to label %go unwind label %pad

pad:
  %lp = landingpad { ptr, i32 } cleanup
  call void @note()
  resume { ptr, i32 } %lp

go:
  %sv = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %aw, ptr %hdl, ptr @wrapper)
  %s1 = call i8 @llvm.coro.suspend(token %sv, i1 false)
  switch i8 %s1, label %suspend [
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

declare ptr @wrapper(ptr, ptr)


declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

declare void @mayThrow()
declare void @note() nounwind
declare i32 @__gxx_personality_v0(...)
