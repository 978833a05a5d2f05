; A directive that is wrong fails: the output has no comment of the input that it could match.
; RUN: corolower %s -S -o %t
; RUN: FileCheck %s --input-file=%t
; RUN: not FileCheck %s --check-prefix=ABSURD --input-file=%t 2>&1 | FileCheck %s --check-prefix=MESSAGE
; RUN: not FileCheck %s --check-prefix=ELSEWHERE --input-file=%t
; RUN: corolower %s --keep-comments -S -o %t.kept
; RUN: FileCheck %s --check-prefix=ABSURD --input-file=%t.kept

; CHECK: define i32 @plain(
; ABSURD: no compiler prints this line
; MESSAGE: ABSURD: expected string not found in input
; REQUIRES: corolower

define i32 @plain(i32 %x) {
; ELSEWHERE: nor this
  ret i32 %x ; ELSEWHERE: nor that
}
