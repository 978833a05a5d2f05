; A parameter or result of a device function is aligned to 128 bytes at most; a value that wants more is copied.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .func (.param .align 128 .b8 func_retval0[256]) f(
; CHECK:       .param .align 128 .b8 f_param_0[256],
; CHECK-NEXT:  .param .align 128 .b8 f_param_1[4]
; CHECK:       .local .align 512 .b8 __local_depot0[4];
; CHECK:       ld.param.b32 [[V:%r[0-9]+]], [f_param_1];
; CHECK:       st.local.b32 [__local_depot0], [[V]];
; CHECK:       .param .align 128 .b8 param0[4];
define <64 x i32> @f(<64 x i32> %a, ptr byval(i32) align 512 %p) {
  call void @take(ptr %p)
  call void @by(ptr byval(i32) align 256 %p)
  ret <64 x i32> %a
}

; CHECK-LABEL: .visible .entry k(
; CHECK:       .param .u64 .ptr .global .align 2147483648 k_param_0
define ptx_kernel void @k(ptr addrspace(1) align 2147483648 %p) {
  ret void
}

declare void @take(ptr)
declare void @by(ptr byval(i32) align 256)
