; From standard input to standard output nothing is added or taken away.
; RUN: corolower < %s | diff %s -
; REQUIRES: corolower

define i32 @plain(i32 %x) {
  ret i32 %x ; as is
}
