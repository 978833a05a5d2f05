; The old -coro-split gets the new spelling as a hint.
; RUN: not corolower -coro-split %s 2>&1 | FileCheck %s

; CHECK: -passes=coro-split
