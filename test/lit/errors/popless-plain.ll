; A popless return is a tail call.
; REQUIRES: corolower
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
define swiftcorocc void @f() {
  call void @llvm.ret.popless()
  ret void
}
declare void @llvm.ret.popless()
; CHECK: popless-plain.ll:5:3: error: {{.*}}llvm.ret.popless call must be musttail
