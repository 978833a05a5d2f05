; A symbol with an empty name has none, and gets the next number, as LLVM reads it.
; RUN: corolower %s -S -p 'function(dce)' | FileCheck %s
; RUN: corolower %s -S -p 'function(dce)' | opt-22 -S | grep -v ^source > %t.ours.ll
; RUN: opt-22 %s -S -passes=dce | grep -v ^source | opt-22 -S | grep -v ^source > %t.theirs.ll
; RUN: diff %t.ours.ll %t.theirs.ll
; RUN: echo 'define ptr @g() { ret ptr @"" }' | not corolower -S -p verify 2>&1 | FileCheck %s --check-prefix=USE
; USE: error: use of undefined value

; CHECK: @0 = global i32 1
@0 = global i32 1
@"" = global i32 2
@"" = global ptr @"3", section "x"
@"3" = global ptr @3

; CHECK: define ptr @3() {
; CHECK-NEXT: ret ptr @1
define ptr @""() {
  %dead = add i32 0, 0
  ret ptr @1
}

declare void @""(ptr)

; CHECK: define void @named() {
; CHECK-NEXT: call void @4(ptr @2)
define void @named() {
  %dead = add i32 0, 0
  call void @4(ptr @2)
  ret void
}
