; A variable that nothing uses takes no local memory: lowering leaves those that moved to a frame.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .entry unused(
; CHECK-NOT:     .local
; CHECK-LABEL: .visible .entry used(
; CHECK:         .local .align 4 .b8 __local_depot1[4];
define ptx_kernel void @unused() {
  %a = alloca [8 x i64]
  %b = alloca i64
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  ret void
}

define ptx_kernel void @used() {
  %a = alloca [8 x i64]
  %b = alloca i32
  store volatile i32 1, ptr %b
  ret void
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
