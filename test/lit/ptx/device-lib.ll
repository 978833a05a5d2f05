; A device library: what the module needs is linked, and math intrinsics without afn call it.
; REQUIRES: corolower
; RUN: corolower --emit=ptx --link-device-lib=%S/device-lib-functions.ll %s | FileCheck %s --implicit-check-not=unneeded
; RUN: not corolower --emit=ptx %s 2>&1 | FileCheck %s --check-prefix=ERR
; RUN: not corolower --emit=ptx --link-device-lib=%s.none %s 2>&1 | FileCheck %s --check-prefix=NONE

target triple = "nvptx64-nvidia-cuda"
@table = internal constant [2 x i32] [i32 5, i32 6]

declare float @llvm.cos.f32(float)
declare i32 @twice(i32)

; CHECK-LABEL: .entry k(
; CHECK: cos.approx.f32
; CHECK: call.uni (retval0), __nv_cosf, (param0);
; CHECK: call.uni (retval0), twice, (param0);
; CHECK: .func (.param .b32 func_retval0) __nv_cosf(
define ptx_kernel void @k(ptr addrspace(1) %p, float %x, i32 %n) {
  %a = call afn float @llvm.cos.f32(float %x)
; ERR: device-lib.ll:[[@LINE+2]]:8: error: unsupported: {{.*}}PTX has no instruction that computes it
; ERR: hint: link NVIDIA's libdevice, which has __nv_cosf, with --link-device-lib=FILE.ll
  %b = call float @llvm.cos.f32(float %a)
  %i = call i32 @twice(i32 %n)
  %f = uitofp i32 %i to float
  %s = fadd float %b, %f
  %q = load i32, ptr @table
  store float %s, ptr addrspace(1) %p
  ret void
}
; NONE: for the --link-device-lib option
