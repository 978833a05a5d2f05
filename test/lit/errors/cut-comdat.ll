; A file that was cut inside a comdat is an error.
; RUN: not corolower %s 2>&1 | FileCheck %s

; CHECK: cut-comdat.ll:[[#@LINE+2]]:{{[0-9]+}}: error: {{.*}}selection kind

$inline = comdat an