; A file that was cut inside a global is an error, although no pass looks into its globals.
; RUN: not corolower %s -o %t 2>&1 | FileCheck %s
; RUN: not test -f %t

; CHECK: cut-global.ll:[[#@LINE+2]]:{{[0-9]+}}: error: expected {{.*}} at end of array

@format = private unnamed_addr constant [4 x i8