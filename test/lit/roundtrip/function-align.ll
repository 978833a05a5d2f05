; A function's alignment may stand among its attributes, as LLVM reads it: of two there the last counts, and before one in its own place.
; RUN: corolower %s -S -p 'function(dce)' | FileCheck %s
; RUN: corolower %s -S -p 'function(dce)' | opt-22 -S | grep -v ^source > %t.ours.ll
; RUN: opt-22 %s -S -passes=dce -o - | grep -v ^source | opt-22 -S | grep -v ^source > %t.theirs.ll
; RUN: diff %t.ours.ll %t.theirs.ll

; CHECK: define void @f() #[[F:[0-9]+]] align 8 {
define void @f() align 4 nounwind align 8 {
  %dead = add i32 1, 1
  ret void
}

; CHECK: define void @g() section "x" align 4 {
define void @g() align 4 section "x" align 8 {
  %dead = add i32 1, 1
  ret void
}

; CHECK: define void @h() #[[H:[0-9]+]] align 16 {
define void @h() nounwind align(16) #0 noreturn {
  %dead = add i32 1, 1
  ret void
}

; CHECK: define void @i() align 2 gc "shadow-stack" {
define void @i() align(2) gc "shadow-stack" {
  %dead = add i32 1, 1
  ret void
}

attributes #0 = { noinline }
; CHECK-DAG: attributes #[[F]] = { nounwind }
; CHECK-DAG: attributes #[[H]] = { noinline noreturn nounwind }
