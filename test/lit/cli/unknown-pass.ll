; A pass that does not exist is named, with the nearest that does.
; RUN: not corolower %s -passes=coro-spilt -S 2>&1 | FileCheck %s

; CHECK: unknown pass {{.*}}coro-spilt
; CHECK: coro-split
