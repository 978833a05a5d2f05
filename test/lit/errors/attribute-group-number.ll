; The number of an attribute group has 31 bits.
; RUN: not corolower %s -S 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s
; CHECK: attribute-group-number.ll:[[#@LINE+1]]:12: error: attribute group number is too large
attributes #4294967296 = { nounwind }
