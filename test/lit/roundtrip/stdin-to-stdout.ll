; From standard input to standard output nothing is added, and nothing but comments taken away.
; RUN: corolower --keep-comments < %s | diff %s -
; RUN: grep -v '^;' %s | sed -e 's/ ; as is//' -e '1,/./{/^$/d}' > %t
; RUN: corolower < %s | diff %t -
; REQUIRES: corolower

define i32 @plain(i32 %x) {
  ret i32 %x ; as is
}
