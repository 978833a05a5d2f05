; Instructions PTX has no words for: each is named with its place and, where there is one, the fix.
; REQUIRES: corolower
; RUN: not corolower --emit=ptx -passes=no-op-module %s 2>&1 | FileCheck %s --implicit-check-not=.version

target triple = "nvptx64-nvidia-cuda"

declare float @llvm.pow.f32(float, float)
declare double @llvm.sin.f64(double)
declare <2 x float> @llvm.sin.v2f32(<2 x float>)
declare void @llvm.nvvm.sust.p.1d.v2i16.trap(i64, i32, i16, i16)
declare void @g(i32)

define float @f(float %x, double %y, ptr %p, i200 %w) {
  %r = frem float %x, %x
; CHECK: errors-code.ll:[[@LINE+2]]:8: error: unsupported: in '@f', '%e = call float @llvm.pow.f32(float %x, float %r)': PTX has no instruction that computes it
; CHECK: hint: call __nv_powf, and link NVIDIA's libdevice, which has it, with llvm-link -only-needed
  %e = call float @llvm.pow.f32(float %x, float %r)
; CHECK: hint: call __nv_sin, and link
  %s = call double @llvm.sin.f64(double %y)
; CHECK: hint: for each element as a float or double, call __nv_sinf, and link
  %v = call <2 x float> @llvm.sin.v2f32(<2 x float> zeroinitializer)
; CHECK: errors-code.ll:[[@LINE+1]]:8: error: unsupported: in '@f', '%h = add i200 %w, 1': integers of more than 128 bits (i200)
  %h = add i200 %w, 1
; CHECK: errors-code.ll:[[@LINE+1]]:8: error: unsupported: in '@f', {{.*}}: the scope syncscope("mine")
  %l = atomicrmw add ptr %p, i32 1 syncscope("mine") monotonic
; CHECK: errors-code.ll:[[@LINE+1]]:8: error: unsupported: in '@f', {{.*}}: pointers of address space 12
  %z = load i32, ptr addrspace(12) null
; CHECK: errors-code.ll:[[@LINE+1]]:3: error: unsupported: in '@f', {{.*}}: PTX has no instruction for this intrinsic
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 %p, ptr align 4 %p, i32 16, i32 4)
; A formatted store takes 32-bit components only.
; CHECK: errors-code.ll:[[@LINE+1]]:3: error: unsupported: in '@f', {{.*}}: PTX has no instruction for this intrinsic
  call void @llvm.nvvm.sust.p.1d.v2i16.trap(i64 0, i32 0, i16 0, i16 0)
  ret float %e
}

; CHECK: errors-code.ll:[[@LINE+1]]:1: error: unsupported: function '@v': a kernel has no variable arguments
define ptx_kernel void @v(...) {
  ret void
}
