; Textures, surfaces and managed variables are variables with an annotation. An access to a variable names it, and another use takes its handle.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: .visible .global .attribute(.managed) .align 4 .u32 m = 5;
; CHECK-DAG: .global .texref tex;
; CHECK-DAG: .global .surfref surf;
; CHECK-LABEL: .visible .func (.param .b32 func_retval0) f(
; CHECK: tex.2d.v4.f32.s32 {%f{{.*}}}, [tex, { %r{{.*}}, %r{{.*}}}];
; CHECK: tex.2d.v4.f32.s32 {%f{{.*}}}, [%rd{{.*}}, { %r{{.*}}, %r{{.*}}}];
; CHECK: sust.b.1d.b32.trap [surf, { %r{{.*}}}], {%r{{.*}}};
@m = addrspace(1) global i32 5
@tex = internal addrspace(1) global i64 0
@surf = internal addrspace(1) global i64 0
declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))
declare { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.s32(i64, i32, i32)
declare void @llvm.nvvm.sust.b.1d.i32.trap(i64, i32, i32)
declare i64 @g(i64)
define float @f(i64 %h) {
  %t = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @tex)
  %u = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @surf)
  %x = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.s32(i64 %t, i32 1, i32 2)
  %y = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.s32(i64 %h, i32 1, i32 2)
  call void @llvm.nvvm.sust.b.1d.i32.trap(i64 %u, i32 3, i32 4)
  %k = call i64 @g(i64 %t)
  store i32 6, ptr addrspace(1) @m
  %a = extractvalue { float, float, float, float } %x, 0
  %b = extractvalue { float, float, float, float } %y, 3
  %s = fadd float %a, %b
  ret float %s
}
!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr addrspace(1) @m, !"managed", i32 1}
!1 = !{ptr addrspace(1) @tex, !"texture", i32 1}
!2 = !{ptr addrspace(1) @surf, !"surface", i32 1}

; CHECK: .param .u64 .ptr .texref kernel_param_0
; CHECK: .param .u64 .ptr .samplerref kernel_param_1
; CHECK: tex.1d.v4.f32.s32 {%f{{.*}}}, [%rd{{.*}}, %rd{{.*}}, { %r{{.*}}}];
declare { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64, i64, i32)
define void @kernel(i64 %img, i64 %sampler, ptr %p, i32 %i) {
  %v = call { float, float, float, float } @llvm.nvvm.tex.1d.v4f32.s32(i64 %img, i64 %sampler, i32 %i)
  %r = extractvalue { float, float, float, float } %v, 0
  store float %r, ptr %p
  ret void
}
!3 = !{ptr @kernel, !"kernel", i32 1}
!4 = !{ptr @kernel, !"rdoimage", i32 0}
!5 = !{ptr @kernel, !"sampler", i32 1}
