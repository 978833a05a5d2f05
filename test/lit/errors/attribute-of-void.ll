; The type of an attribute is one that memory can have.
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
; RUN: not opt-22 %s -passes=verify -disable-output 2>&1 | FileCheck --check-prefix=OPT %s

; CHECK: attribute-of-void.ll:[[# @LINE + 2]]:26: error: void type only allowed for function results
; OPT: attribute-of-void.ll:[[# @LINE + 1]]:26: error: void type only allowed for function results
define void @f(ptr byval(void) %p) {
  ret void
}
