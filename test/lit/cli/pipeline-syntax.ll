; A pipeline with a missing parenthesis is an error of the command line.
; RUN: not corolower %s -passes='cgscc(coro-split' -S 2>&1 | FileCheck %s

; CHECK: {{(error|corolower): .*pipeline|cgscc\(coro-split}}
