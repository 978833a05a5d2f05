; A by-value parameter of a kernel that no thread writes is used where it is: its generic address is that of the parameter, not of a thread's copy.
; Machines before sm_70 have no such addresses, and get the copy.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s
; RUN: corolower --emit=ptx -mcpu=sm_60 %s | FileCheck %s --check-prefix=OLD

target triple = "nvptx64-nvidia-cuda"

; CHECK:       .version 7.7
; CHECK-LABEL: .visible .entry k(
; CHECK-NOT:   .local
; CHECK:       mov.b64 [[P:%rd[0-9]+]], k_param_0;
; CHECK:       cvta.param.u64 [[G:%rd[0-9]+]], [[P]];
; CHECK:       st.param.b64 [param0], [[G]];
; CHECK:       ld.param.b32 %r{{[0-9]+}}, [k_param_0+4];
; OLD:         .local .align 8 .b8
; OLD-NOT:     cvta.param
define ptx_kernel void @k(ptr byval({ i32, i32 }) align 8 "nvvm.grid_constant" %p, ptr addrspace(1) %out) {
  call void @keep(ptr %p)
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %q
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: .visible .entry annotated(
; CHECK:       cvta.param.u64
define void @annotated(ptr byval(i32) %p) {
  call void @keep(ptr %p)
  ret void
}

declare void @keep(ptr)

!nvvm.annotations = !{!0}
!0 = !{ptr @annotated, !"kernel", i32 1, !"grid_constant", !1}
!1 = !{i32 1}
