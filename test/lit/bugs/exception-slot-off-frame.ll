; A slot that is written before every read, with no suspend between, stays on the stack although it is used on both sides of a suspend. Were it
; in the frame, the ramp would read it after the frame was freed.
; DIFFERS-FROM-LLVM: opt 22 keeps %slot in the frame
; REQUIRES: corolower
; RUN: corolower %s -S -passes='coro-early,coro-split<reuse-storage>,coro-cleanup,globaldce' | FileCheck %s
; RUN: corolower %s -S -passes='coro-early,coro-split<reuse-storage>,coro-cleanup,globaldce' | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %slot = alloca i64, align 8
  %kept = alloca i64, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %v1 = call i64 @get()
  store i64 %v1, ptr %slot, align 8
  store i64 %v1, ptr %kept, align 8
  %bad = icmp eq i64 %v1, 0
  br i1 %bad, label %cleanup, label %go

go:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %destroy
  ]

resume:
  %k = load i64, ptr %kept, align 8
  store i64 %k, ptr %slot, align 8
  br label %cleanup

destroy:
  store i64 7, ptr %slot, align 8
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  %last = load i64, ptr %slot, align 8
  call void @put(i64 %last)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i64, i1 }
; CHECK-LABEL: define ptr @f(
; CHECK: %slot = alloca i64, align 8
; CHECK: load i64, ptr %slot
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: %slot = alloca i64, align 8
; CHECK: load i64, ptr %slot

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @get()
declare void @put(i64)
