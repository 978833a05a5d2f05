; Variables that are never alive together share local memory.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: .func turns(
; CHECK: .b8 __local_depot0[48];
define void @turns() {
  %a = alloca [32 x i8], align 8
  %b = alloca [16 x i8], align 8
  %always = alloca [16 x i8], align 8
  call void @use(ptr %always)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  ret void
}
