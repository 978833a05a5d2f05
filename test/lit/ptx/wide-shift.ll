; A constant shift of 65 to 128 bits knows which half goes where; one by more than 64 is not one by 64.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: hi32(
; CHECK: ld.param.v2.b64 {[[LO:%rd[0-9]+]], [[HI:%rd[0-9]+]]}, [hi32_param_0];
; CHECK: shr.u64 [[R:%rd[0-9]+]], [[HI]], 32;
; CHECK: st.param.b64 [func_retval0], [[R]];
define i64 @hi32(i128 %a) {
  %s = lshr i128 %a, 96
  %r = trunc i128 %s to i64
  ret i64 %r
}

; CHECK-LABEL: up(
; CHECK: ld.param.v2.b64 {[[LO:%rd[0-9]+]], [[HI:%rd[0-9]+]]}, [up_param_0];
; CHECK: shl.b64 [[H:%rd[0-9]+]], [[LO]], 36;
; CHECK: mov.b64 [[L:%rd[0-9]+]], 0;
; CHECK: st.param.v2.b64 [func_retval0], {[[L]], [[H]]};
define i128 @up(i128 %a) {
  %s = shl i128 %a, 100
  ret i128 %s
}

; The sign of an i100 is bit 35 of the high half.
; CHECK-LABEL: sign(
; CHECK: bfe.s64 [[S:%rd[0-9]+]], %rd{{[0-9]+}}, 0, 36;
; CHECK: shr.s64 [[F:%rd[0-9]+]], [[S]], 63;
; CHECK: shr.s64 [[L:%rd[0-9]+]], [[S]], 16;
; CHECK: mov.b64 [[H:%rd[0-9]+]], [[F]];
; CHECK: and.b64 [[H]], [[H]], 68719476735;
define i100 @sign(i100 %a) {
  %s = ashr i100 %a, 80
  ret i100 %s
}
