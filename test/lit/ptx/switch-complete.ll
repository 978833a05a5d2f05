; A switch whose default is unreachable needs no comparison for its last case. A switch on i1 is a branch.
; RUN: corolower %s -passes=no-op-module --emit=ptx | FileCheck %s --implicit-check-not=setp.gt.u32

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .func (.param .b32 func_retval0) two(
; CHECK: setp.eq.b32 [[P:%p[0-9]+]], {{%r[0-9]+}}, 3;
; CHECK-NEXT: @[[P]] bra
; CHECK-NOT: setp
define i32 @two(i32 %n) {
  switch i32 %n, label %never [
    i32 9, label %a
    i32 3, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
never:
  unreachable
}

; CHECK-LABEL: .func (.param .b32 func_retval0) bit(
; CHECK: setp.eq.b32 [[P:%p[0-9]+]],
; CHECK-NEXT: @!{{%p[0-9]+}} bra [[NO:\$L[A-Z0-9_]+]];
; CHECK: st.param.b32 [func_retval0], 1;
; CHECK: [[NO]]:
; CHECK: st.param.b32 [func_retval0], 2;
define i32 @bit(i32 %n) {
  %c = icmp eq i32 %n, 4
  switch i1 %c, label %never [
    i1 true, label %a
    i1 false, label %b
  ]
a:
  ret i32 1
b:
  ret i32 2
never:
  unreachable
}

; CHECK-LABEL: .func (.param .b32 func_retval0) table(
; CHECK: brx.idx
define i32 @table(i32 %n) {
  switch i32 %n, label %never [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 4, label %a
  ]
a:
  ret i32 1
b:
  ret i32 2
c:
  ret i32 3
never:
  unreachable
}

; CHECK-LABEL: .func (.param .b32 func_retval0) same(
; CHECK-NOT: bra
; CHECK: st.param.b32 [func_retval0],
define i32 @same(i1 %c, i32 %n) {
  switch i1 %c, label %never [
    i1 true, label %a
  ]
a:
  %v = phi i32 [ 1, %0 ]
  ret i32 %v
never:
  unreachable
}
