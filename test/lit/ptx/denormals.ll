; Where denormal floats are flushed, float operations say so; the attribute for float comes before the one for all types, even an empty one. Doubles,
; halfs and bfloats are not flushed.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -mcpu=sm_80 %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: all(
; CHECK: add.rn.ftz.f32
; CHECK: add.rn.f64
; CHECK-NOT: ftz
; CHECK: ret;
define double @all(float %a, double %b, bfloat %c, ptr %p) "denormal-fp-math"="preserve-sign,preserve-sign" {
  %x = fadd float %a, %a
  store float %x, ptr %p
  %y = fadd double %b, %b
  %z = fadd bfloat %c, %c
  store bfloat %z, ptr %p
  ret double %y
}

; CHECK-LABEL: float_only(
; CHECK: add.rn.ftz.f32
define float @float_only(float %a) "denormal-fp-math"="ieee" "denormal-fp-math-f32"="preserve-sign" {
  %x = fadd float %a, %a
  ret float %x
}

; CHECK-LABEL: not_float(
; CHECK: add.rn.f32
define float @not_float(float %a) "denormal-fp-math"="preserve-sign" "denormal-fp-math-f32"="ieee" {
  %x = fadd float %a, %a
  ret float %x
}

; CHECK-LABEL: empty(
; CHECK: add.rn.f32
define float @empty(float %a) "denormal-fp-math"="preserve-sign" "denormal-fp-math-f32"="" {
  %x = fadd float %a, %a
  ret float %x
}

; CHECK-LABEL: inputs_only(
; CHECK: add.rn.f32
define float @inputs_only(float %a) "denormal-fp-math"="ieee,preserve-sign" {
  %x = fadd float %a, %a
  ret float %x
}
