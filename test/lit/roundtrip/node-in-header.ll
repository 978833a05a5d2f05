; A metadata node that is written where it is attached to a function: its brace does not open the body.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt gives the nodes numbers
; RUN: corolower %s -passes='function(simplifycfg)' -S | FileCheck %s
; RUN: corolower %s -passes='function(simplifycfg)' -S | opt-22 -passes=verify -S | FileCheck %s --check-prefix=OPT

; CHECK:      define i32 @f(i32 %x) !a !{} !b !{!{}, i32 1} {
; CHECK:        ret i32 %x
; OPT:        define i32 @f(i32 %x) !a !0 !b !1 {
; OPT:        !0 = !{}
; OPT:        !1 = !{!0, i32 1}
define i32 @f(i32 %x) !a !{} !b ! {!{}, i32 1} {
  br label %more

more:
  ret i32 %x
}
