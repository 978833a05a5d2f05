; Vectors whose elements are not whole words lie in memory as one integer; its high half is a register of 64 bits, however few bits it has.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .func f(
; CHECK: ld.b64
; CHECK: ld.u8
; CHECK: st.b64
; CHECK: st.u8
define void @f(ptr %p, ptr %q) {
  %a = load <3 x i24>, ptr %p, align 16
  %b = add <3 x i24> %a, <i24 1, i24 2, i24 3>
  store <3 x i24> %b, ptr %q, align 16
  ret void
}

; CHECK-LABEL: .visible .func g(
define void @g(ptr %p, ptr %q) {
  %a = load <65 x i1>, ptr %p
  %b = xor <65 x i1> %a, splat (i1 true)
  store <65 x i1> %b, ptr %q
  ret void
}
