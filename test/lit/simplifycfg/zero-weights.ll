; A switch loses a case, and the weights of the others are 0: they are removed, because their number is wrong.
; RUN: corolower %s -S -passes='simplifycfg' | FileCheck %s
; RUN: corolower %s -S -passes='simplifycfg' | opt-22 -passes=verify -disable-output

; CHECK-LABEL: @f(
; CHECK: switch i32 %x, label %rest [
; CHECK-NOT: !prof
define void @f(i32 %x) {
  switch i32 %x, label %rest [ i32 1, label %rest
                               i32 2, label %two
                               i32 3, label %three ], !prof !0
two:
  call void @g(i32 2)
  ret void
three:
  call void @g(i32 3)
  ret void
rest:
  call void @g(i32 0)
  ret void
}
declare void @g(i32)
!0 = !{!"branch_weights", i32 0, i32 0, i32 0, i32 0}
