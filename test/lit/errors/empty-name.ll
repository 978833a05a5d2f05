; A symbol whose name is the empty string, which LLVM numbers instead, is refused.
; RUN: not corolower %s -S 2>&1 | FileCheck %s

; CHECK: empty-name.ll:[[#@LINE+1]]:1: error: expected function name
declare ptr @""(ptr)
