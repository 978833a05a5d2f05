; -coro-split means -passes=coro-split, as up to LLVM 16; on a command that runs no passes it gets the new spelling as a hint.
; RUN: corolower -enable-new-pm=0 -coro-split -print-pipeline-passes %s | FileCheck %s --check-prefix=RUNS
; RUN: not corolower check -coro-split %s 2>&1 | FileCheck %s

; RUNS: cgscc(coro-split)
; CHECK: -passes=coro-split
