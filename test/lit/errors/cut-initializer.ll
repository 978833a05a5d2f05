; A file that was cut inside an initializer is an error.
; RUN: not corolower %s 2>&1 | FileCheck %s

; CHECK: cut-initializer.ll:[[#@LINE+3]]:{{[0-9]+}}: error:

%pair = type { i32, ptr }
@pair = internal global %pair { i32 1