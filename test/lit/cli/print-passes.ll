; --print-passes lists the passes.
; RUN: corolower --print-passes | FileCheck %s

; CHECK-DAG: coro-early
; CHECK-DAG: coro-split
; CHECK-DAG: coro-cleanup
; CHECK-DAG: coro-cond
; CHECK-DAG: verify
