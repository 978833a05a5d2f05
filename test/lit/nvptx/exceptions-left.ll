; An exception that a program needs is an error on a GPU, which LLVM makes nothing of without a word.
; REQUIRES: corolower
; RUN: not corolower %s 2>&1 | FileCheck %s
; RUN: sed 's/^  resume .*/  unreachable/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=THROW
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s --check-prefix=HOST

; CHECK: exceptions-left.ll:[[#@LINE+20]]:3: error: unsupported: exceptions are not supported on nvptx64, which cannot unwind: resume
; CHECK: compile with -fno-exceptions
; THROW: :[[#@LINE+36]]:3: error: unsupported: exceptions are not supported on nvptx64, which cannot unwind: a call of @__cxa_throw
; HOST: call void @__cxa_throw

target triple = "nvptx64-nvidia-cuda"

define ptr @f({ ptr, i32 } %e) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %raise
    i8 1, label %cleanup
  ]

raise:
  resume { ptr, i32 } %e

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define ptr @g(ptr %e) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @__cxa_throw(ptr %e, ptr null, ptr null)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
