; A linkonce function or variable is written where something names it: a module that names it too has its own. llc writes it always.
; REQUIRES: corolower
; RUN: corolower --emit=ptx -passes=no-op-module %s | FileCheck %s --implicit-check-not=unused

target triple = "nvptx64-nvidia-cuda"

; CHECK: .weak .func used(
; CHECK: .weak .global .align 4 .u32 named = 1;
; CHECK: .weak .func weak_one(
; CHECK: .entry k(

@unused_variable = linkonce_odr global i32 0
@named = linkonce_odr global i32 1

define linkonce_odr void @unused() {
  call void @unused_deep()
  ret void
}

define linkonce void @unused_deep() {
  ret void
}

define linkonce_odr void @used(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define weak void @weak_one() {
  ret void
}

define ptx_kernel void @k() {
  call void @used(ptr @named)
  ret void
}
