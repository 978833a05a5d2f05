; A popless return stands in front of a return.
; REQUIRES: corolower
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
define swiftcorocc void @f() {
  musttail call void @llvm.ret.popless()
  call void @use()
  ret void
}
declare void @use()
declare void @llvm.ret.popless()
; CHECK: popless-apart.ll:5:3: error: {{.*}}musttail intrinsic call must precede a ret
