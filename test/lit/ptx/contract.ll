; A product and a sum that both allow it (contract, fast) are one fma, as in llc. Others that allow it leave the rounding to ptxas.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -passes=no-op-module %s | FileCheck %s
; RUN: corolower --emit=ptx -passes=no-op-module -mcpu=sm_52 %s | FileCheck %s --check-prefix=OLD
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .func (.param .b32 func_retval0) sums(
; CHECK-NOT:  {{mul|add|sub}}
; CHECK:      fma.rn.f32 [[S:%f[0-9]+]], [[A:%f[0-9]+]], [[B:%f[0-9]+]], [[C:%f[0-9]+]];
; CHECK-NEXT: neg.f32 [[NC:%f[0-9]+]], [[C]];
; CHECK-NEXT: fma.rn.f32 [[T:%f[0-9]+]], [[A]], [[S]], [[NC]];
; CHECK-NEXT: neg.f32 [[NB:%f[0-9]+]], [[B]];
; CHECK-NEXT: fma.rn.f32 [[U:%f[0-9]+]], [[NB]], [[T]], 0f3F800000;
; CHECK-NEXT: neg.f32 [[NU:%f[0-9]+]], [[U]];
; CHECK-NEXT: fma.rn.f32 {{%f[0-9]+}}, [[NU]], [[A]], [[C]];
define float @sums(float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %c
  %n = fmul fast float %a, %s
  %t = fsub contract float %n, %c
  %o = fmul contract float %b, %t
  %u = fsub reassoc contract float 1.0, %o
  %p = fmul contract float %u, %a
  %q = fneg float %p
  %v = fadd contract float %q, %c
  ret float %v
}

; A product that is used elsewhere is computed, too. One that must be rounded, and one of another block, is not contracted.
; CHECK-LABEL: .func (.param .b32 func_retval0) others(
; CHECK:      mul.f32 [[M:%f[0-9]+]], [[A:%f[0-9]+]], [[B:%f[0-9]+]];
; CHECK-NEXT: fma.rn.f32 [[S:%f[0-9]+]], [[A]], [[B]], [[M]];
; CHECK-NEXT: mul.rn.f32 [[R:%f[0-9]+]], [[S]], [[A]];
; CHECK-NEXT: add.f32 [[T:%f[0-9]+]], [[R]], [[B]];
; CHECK-NEXT: mul.f32 [[E:%f[0-9]+]], [[T]], [[A]];
; CHECK:      add.f32 {{%f[0-9]+}}, [[E]], [[B]];
define float @others(float %a, float %b, i1 %c) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %m
  %r = fmul float %s, %a
  %t = fadd contract float %r, %b
  %e = fmul contract float %t, %a
  br i1 %c, label %yes, label %no
yes:
  %u = fadd contract float %e, %b
  ret float %u
no:
  ret float 0.0
}

; CHECK-LABEL: others_types(
; CHECK-COUNT-2: fma.rn.f64
; CHECK: fma.rn.f16
; CHECK: fma.rn.bf16
; OLD-LABEL: others_types(
; OLD-COUNT-2: fma.rn.f64
; OLD-NOT: fma
; OLD: mul.rn.f32
; OLD: add.rn.f32
define void @others_types(ptr %p, <2 x double> %d, half %h, bfloat %g) {
  %dm = fmul contract <2 x double> %d, %d
  %ds = fadd contract <2 x double> %dm, %d
  store <2 x double> %ds, ptr %p
  %hm = fmul contract half %h, %h
  %hs = fsub contract half %hm, %h
  store half %hs, ptr %p
  %gm = fmul contract bfloat %g, %g
  %gs = fadd contract bfloat %gm, %g
  store bfloat %gs, ptr %p
  ret void
}

; An integer product with one use is part of its sum.
; CHECK-LABEL: integers(
; CHECK: mul.lo.s32 [[M:%r[0-9]+]],
; CHECK: add.s32 [[S:%r[0-9]+]], [[M]],
; CHECK-NOT: mul
; CHECK: mad.lo.s32 {{%r[0-9]+}}, [[S]], [[M]], [[S]];
define i32 @integers(i32 %a, i32 %b) {
  %m = mul i32 %a, %b
  %s = add i32 %m, %a
  %n = mul i32 %s, %m
  %t = add i32 %s, %n
  ret i32 %t
}
