; A select with a constant condition is a copy. @other, which is not chosen, is not printed.
; RUN: corolower %s --emit=ptx | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: other
; CHECK-LABEL: .visible .entry k(
; CHECK: mov.b64 [[F:%rd[0-9]+]], chosen;
; CHECK-NOT: selp
; CHECK: st.global.b64
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %f = select i1 true, ptr @chosen, ptr @other
  store ptr %f, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .func chosen(
define internal void @chosen(ptr %p) {
  store i8 1, ptr %p
  ret void
}

; CHECK-NOT: other
define internal void @other(ptr %p) {
  store i8 2, ptr %p
  ret void
}
