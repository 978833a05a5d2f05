; A musttail call of plain device code is a call, with a warning, because PTX has no tail calls.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s -o - 2> %t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=ERR < %t.err

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .visible .func t(
; CHECK: call.uni t, (param0);
; CHECK: ret;
; ERR: musttail.ll:[[@LINE+3]]:3: warning: in '@t', 'musttail call void @t(i32 %a)': PTX has no guaranteed tail calls, so this call takes stack
; ERR: hint: lower coroutines for nvptx64
define void @t(i32 %a) {
  musttail call void @t(i32 %a)
  ret void
}
