; Nothing unwinds on a GPU: what only an exception would reach goes before the frame is made, and holds nothing in it.
; DIFFERS-FROM-LLVM: opt leaves the invoke, which llc prints as a call
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -o /dev/null
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s --check-prefix=HOST

; CHECK:     %f.Frame = type { ptr, ptr, i1 }
; CHECK:     define ptr @f(i32 %n)
; CHECK-NOT: personality
; CHECK:     define internal fastcc void @f.resume(
; CHECK:       call void @may_throw(i32 1)
; CHECK-NOT:   {{invoke|landingpad|resume {}}
; CHECK:     define internal fastcc void @f.destroy(

; HOST: %f.Frame = type { ptr, ptr, i32, i1 }
; HOST: invoke void @may_throw(i32 1)

target triple = "nvptx64-nvidia-cuda"
define ptr @f(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  invoke void @may_throw(i32 1) to label %cleanup unwind label %pad

pad:
  %e = landingpad { ptr, i32 } cleanup
  call void @use(i32 %n)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare i32 @__gxx_personality_v0(...)
declare void @may_throw(i32)
declare void @use(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
