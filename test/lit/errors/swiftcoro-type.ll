; A parameter that fits into no register for pointers.
; REQUIRES: corolower
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
define void @f(double swiftcoro %a) {
  ret void
}
; CHECK: error: {{.*}}Attribute 'swiftcoro' applied to incompatible type!
