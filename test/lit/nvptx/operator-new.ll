; The CUDA driver has malloc and free, and no operator new: what is only declared becomes those, except for a function of another type. The frame may be null then, and nothing
; says any more that it is not.
; DIFFERS-FROM-LLVM: opt leaves the operators
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -o - | FileCheck %s --check-prefix=PTX
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s --check-prefix=HOST

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptr @f(
; CHECK:         %memory = call ptr @malloc(i64 24)
; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK:         call void @free(ptr
; CHECK-NOT:     call void @_Zdl
; CHECK:         call void @_ZdaPv(i32 7)

; PTX-NOT: {{_Znwm|_ZdlPvm}},

; HOST: call noalias nonnull ptr @_Znwm(i64 24)
define ptr @f() nounwind presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call noalias nonnull ptr @_Znwm(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @_ZdlPvm(ptr %mem, i64 24)
  call void @_ZdaPv(i32 7)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare noalias nonnull ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @_ZdaPv(i32)
