; Two parameters in one register.
; REQUIRES: corolower
; RUN: not corolower %s -passes=verify 2>&1 | FileCheck %s
define void @f(ptr swiftcoro %a, ptr swiftcoro %b) {
  ret void
}
; CHECK: error: {{.*}}Cannot have multiple 'swiftcoro' parameters!
