; What has no coroutine, or is no IR, and command lines that make no sense.
; RUN: corolower explain elision %s | FileCheck %s
; RUN: corolower explain elision --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain elision --format=gitlab %s 2>&1; test $? -eq 2
; RUN: corolower explain 2>&1; test $? -eq 2
; RUN: corolower explain elusion %s 2>&1; test $? -eq 2
; RUN: not corolower explain elision -passes=coro-early %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
; RUN: not corolower explain elision %s.missing 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: echo 'define void @f() { ret i32 0 ; llvm.coro.id' > %t.ll
; RUN: not corolower explain elision < %t.ll 2>&1 | FileCheck %s --check-prefix=BROKEN
; RUN: corolower help explain elision | FileCheck %s --check-prefix=HELP

define void @main() {
  ret void
}

; CHECK: explain-elision-nothing.ll: no function creates a coroutine
; JSON: []
; PIPELINE: the pipeline 'coro-early' has neither coro-elide nor coro-annotation-elide
; MISSING: error: Could not open input file
; BROKEN: <stdin>:1:{{[0-9]+}}: error:
; HELP: --function
