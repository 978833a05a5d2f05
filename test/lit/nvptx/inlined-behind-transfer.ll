; A transfer's step may be inlined into the part that it was made of, by passes behind cleanup. The loop calls it all the same.
; REQUIRES: corolower
; RUN: corolower %S/transfer.ll -passes='default<O2>,coro-cgscc(inline),globaldce' -S -o %t
; RUN: FileCheck %s --input-file=%t
; RUN: opt-22 -passes=verify -disable-output %t

; CHECK: define internal fastcc ptr @[[STEP:.*]].step(
; CHECK: define internal fastcc void @.corodispatch(
; CHECK: call fastcc ptr @[[STEP]].step(
