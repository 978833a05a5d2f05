; A number beyond the largest double is infinite, as a float too; one that is too small is zero.
; RUN: corolower %s -passes='function(simplifycfg)' -S | opt-22 -passes=verify -S | FileCheck %s

; CHECK: store float 0x7FF0000000000000, ptr %p
; CHECK: store float 0xFFF0000000000000, ptr %p
; CHECK: store float 0.000000e+00, ptr %p
; CHECK: store double 0x7FF0000000000000, ptr %p
; CHECK: store half 0xH7C00, ptr %p
define void @f(ptr %p) {
  store float 2.0e4294967295, ptr %p
  br label %more

more:
  store float -1.0e400, ptr %p
  store float 1.0e-400, ptr %p
  store double 1.0e400, ptr %p
  store half 1.0e400, ptr %p
  ret void
}
