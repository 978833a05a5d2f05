; Memory that a kernel only reads through a noalias parameter, and memory that a load says is invariant, is read through the read-only cache.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -passes=no-op-module %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
declare void @unknown(ptr)

; CHECK-LABEL: .entry k(
; CHECK-COUNT-2: ld.global.nc.f32
; CHECK: ld.global.nc.v2.f32
; CHECK: ld.global.nc.b32
; CHECK-NOT: .nc
define ptx_kernel void @k(ptr noalias %p, ptr noalias readonly %r, ptr noalias %q, ptr noalias %kept, ptr noalias %written, ptr %plain, i64 %n) {
  %e = getelementptr float, ptr %p, i64 %n
  %x = load float, ptr %e
  store float %x, ptr %q
  %y = load float, ptr %r
  store float %y, ptr %q
  %z = load <2 x float>, ptr %p, align 8
  store <2 x float> %z, ptr %q
  %i = load i32, ptr %plain, !invariant.load !0
  store i32 %i, ptr %q
  %own = load float, ptr %q
  store float %own, ptr %q
  call void @unknown(ptr %kept)
  %k = load float, ptr %kept
  store float %k, ptr %q
  %w = getelementptr float, ptr %written, i64 %n
  %v = load float, ptr %written
  %old = atomicrmw add ptr %w, i32 1 monotonic
  store float %v, ptr %q
  %u = load float, ptr %plain
  store float %u, ptr %q
  %vol = load volatile float, ptr %r
  store float %vol, ptr %q
  ret void
}

; A device function may run beside code that writes.
; CHECK-LABEL: .func (.param .b32 func_retval0) f(
; CHECK-NOT: .nc
define float @f(ptr noalias readonly %p) {
  %x = load float, ptr %p
  ret float %x
}
!0 = !{}
