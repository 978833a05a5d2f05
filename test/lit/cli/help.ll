; --help names the input, the output and the passes, and exits 0.
; RUN: corolower --help | FileCheck %s

; CHECK: corolower
; CHECK-DAG: -passes
; CHECK-DAG: -o
