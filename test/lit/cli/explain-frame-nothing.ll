; What `explain frame` says of a file without coroutines, of one that is wrong, and of frames with nothing in them.
; RUN: corolower explain frame %s | FileCheck %s
; RUN: corolower explain frame --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain states %s | FileCheck %s
; RUN: corolower explain states --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain frame --function=f %s | FileCheck %s --check-prefix=FUNCTION
; RUN: not corolower explain frame %S/../../../examples/mistakes.ll 2>&1 | FileCheck %s --check-prefix=WRONG
; RUN: corolower explain frame %S/../coro-split-retcon/arm64e.ll --function=one | FileCheck %s --check-prefix=EMPTY
; RUN: not corolower explain frames %s 2>&1 | FileCheck %s --check-prefix=TOPIC
; RUN: not corolower explain 2>&1 | FileCheck %s --check-prefix=WHAT
; RUN: corolower explain --help | FileCheck %s --check-prefix=HELP

define void @f() {
  ret void
}

; CHECK: explain-frame-nothing.ll: no coroutine was split
; JSON: []
; FUNCTION: explain-frame-nothing.ll: no coroutine is named @f
; WRONG-NOT: frame:
; WRONG: error: Only one suspend point can be marked as final
; EMPTY: frame: 'one' has 0 bytes, align 1, 1 suspend
; EMPTY-NEXT: returned-continuation-once; 0 bytes of padding, 0 bytes shared
; EMPTY-NEXT: instructions of IR: {{[0-9]+}} in the ramp, {{[0-9]+}} in 1 continuation
; EMPTY-EMPTY:
; EMPTY-NEXT: 1 coroutine, 0 bytes of frames
; TOPIC: unknown topic 'frames'; the topics are elision, frame and states
; WHAT: explain needs a topic (elision, frame and states)
; HELP: elision which allocations were elided
; HELP: frame what a coroutine frame contains
