; Small fields are first in a frame above a cache line, but not on a GPU: a line of local memory holds words of many threads, and fields of the frame's
; struct become values where bytes would stay in memory.
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s --check-prefix=CPU

target triple = "nvptx64-nvidia-cuda"

; CHECK: %f.Frame = type { ptr, ptr, [24 x i32], i32, i1 }
; CPU:   %f.Frame = type { ptr, ptr, [104 x i8] }
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %words = alloca [24 x i32]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @fill(ptr %words)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  %at = getelementptr [24 x i32], ptr %words, i32 0, i32 %n
  %x = load i32, ptr %at
  call void @print(i32 %x)
  br label %cleanup

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %freed)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @fill(ptr)
declare void @print(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
