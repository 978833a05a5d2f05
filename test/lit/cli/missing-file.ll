; An input that is not there is an error that names it.
; RUN: not corolower %t.nosuch.ll -S 2>&1 | FileCheck %s

; CHECK: {{.*}}.nosuch.ll
