; --nvvm writes the module as NVIDIA's NVVM library wants it: layout, version, kernels, and nothing that it refuses.
; REQUIRES: corolower
; RUN: corolower %s --nvvm | FileCheck %s
; RUN: corolower %s --nvvm | opt-22 -passes=verify -disable-output
; RUN: corolower %s --nvvm | corolower --nvvm | FileCheck %s --check-prefix=TWICE
; RUN: not corolower %s --nvvm -passes=coro-early 2>&1 | FileCheck %s --check-prefix=LEFT
; RUN: not corolower %s --nvvm --emit=ptx 2>&1 | FileCheck %s --check-prefix=PTX
; RUN: not corolower %s --nvvm --data-layout=e 2>&1 | FileCheck %s --check-prefix=LAYOUT
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | not corolower --nvvm 2>&1 | FileCheck %s --check-prefix=HOST

target triple = "nvptx64-nvidia-cuda"

; CHECK:     target datalayout = "e-p:64:64:64-p6:32:32:32-i1:8:8-{{.*}}-n16:32:64-a:8:8"
; CHECK:     target triple = "nvptx64-nvidia-cuda"
; CHECK:     !nvvm.annotations = !{![[A:[0-9]+]], ![[M:[0-9]+]], ![[B:[0-9]+]]}
; CHECK-NOT: llvm.coro
; CHECK:     define ptr @f(
; CHECK-NOT: align 2 {
; CHECK:     define ptx_kernel void @annotated(
; CHECK:     define ptx_kernel void @by_convention(
; CHECK-NOT: builtin
; CHECK-DAG: ![[A]] = !{ptr @annotated, !"kernel", i32 1}
; CHECK-DAG: ![[M]] = !{ptr @annotated, !"maxntidx", i32 64}
; CHECK-DAG: ![[B]] = !{ptr @by_convention, !"kernel", i32 1}
; CHECK-DAG: !nvvmir.version = !{![[V:[0-9]+]]}
; CHECK-DAG: ![[V]] = !{i32 2, i32 0, i32 3, i32 1}

; TWICE-COUNT-1: !nvvmir.version
; TWICE-NOT:     !nvvmir.version
; TWICE-COUNT-1: ptr @by_convention, !"kernel"
; TWICE-NOT:     ptr @by_convention, !"kernel"
; LEFT:   a call of @llvm.coro.id remains, but NVIDIA's library refuses coroutine intrinsics
; PTX:    --nvvm writes IR, but --emit=ptx does not
; LAYOUT: --nvvm cannot be used with --data-layout
; HOST:   NVVM IR needs the target nvptx64, but the module's triple is 'x86_64-pc-linux-gnu'
define ptr @f() nounwind presplitcoroutine align 2 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size) builtin
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
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

define void @annotated() {
  %h = call ptr @f()
  ret void
}

define ptx_kernel void @by_convention() {
  ret void
}

declare ptr @malloc(i64) nobuiltin
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @annotated, !"kernel", i32 1}
!1 = !{ptr @annotated, !"maxntidx", i32 64}
