; `explain frame` tells of each coroutine what lies in its frame, and why.
; RUN: corolower explain frame %s | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain frame - < %s | FileCheck %s --check-prefix=STDIN
; RUN: corolower explain frame %s --function=f | FileCheck %s --check-prefix=ONE
; RUN: corolower explain frame %s -function @f | FileCheck %s --check-prefix=ONE
; RUN: corolower explain frame %s '--function=n::g(int)' | FileCheck %s --check-prefix=DEMANGLED
; RUN: corolower explain frame %s --function=n::g | FileCheck %s --check-prefix=DEMANGLED
; RUN: corolower explain frame %s --function=none | FileCheck %s --check-prefix=NONE
; RUN: corolower explain frame %s --function=other | FileCheck %s --check-prefix=OTHER
; RUN: not corolower explain frame %s --function=n::h 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: corolower explain frame %s --function=f --sort=size | FileCheck %s --check-prefix=SIZE
; RUN: corolower explain frame %s --function=f --suspends | FileCheck %s --check-prefix=SUSPENDS
; RUN: corolower explain frame %s --function=f --passes='coro-early,coro-split' | FileCheck %s --check-prefix=PLAIN
; RUN: corolower explain frame %s --function=f --color=always | FileCheck %s --check-prefix=COLOUR
; RUN: not corolower explain frame %s --sort=name 2>&1 | FileCheck %s --check-prefix=SORT
; RUN: not corolower explain frame %s --passes=coro-early 2>&1 | FileCheck %s --check-prefix=PASSES

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %a = alloca [64 x i8], align 8
  %b = alloca [16 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  store i64 1, ptr %b
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
    i8 0, label %unreached
    i8 1, label %again
  ]

unreached:
  unreachable

again:
  call void @read(ptr nocapture %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @_ZN1n1gEi(i32 %0) presplitcoroutine {
  %2 = alloca i64
  %3 = call token @llvm.coro.id(i32 0, ptr %2, ptr null, ptr null)
  %4 = call i64 @llvm.coro.size.i64()
  %5 = call ptr @malloc(i64 %4)
  %6 = call ptr @llvm.coro.begin(token %3, ptr %5)
  %7 = call i32 @get()
  %8 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %8, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @print(i32 %7)
  call void @print(i32 %0)
  br label %cleanup

cleanup:
  %9 = call ptr @llvm.coro.free(token %3, ptr %6)
  call void @free(ptr %9)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %6, i1 false, token none)
  ret ptr %6
}

define ptr @none() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @other() {
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @fill(ptr)
declare void @read(ptr)
declare void @print(i32)
declare i32 @get()

;      CHECK:{{.*}}explain-frame.ll:18:1: frame: 'f' has 88 bytes, align 8, 2 suspends
; CHECK-NEXT:switched-resume; 3 bytes of padding, 16 bytes shared
; CHECK-NEXT:instructions of IR: {{[0-9]+}} in the ramp, {{[0-9]+}} in resume, {{[0-9]+}} in destroy
; CHECK-NEXT: offset   size align  what                                why
; CHECK-NEXT:      0      8     8  resume function                     called to resume the coroutine
; CHECK-NEXT:      8      8     8  destroy function                    called to destroy the coroutine
; CHECK-NEXT:     16      1     1  suspend index                       the suspend at which the coroutine waits
; CHECK-NEXT:     17      3        padding
; CHECK-NEXT:     20      4     4  %n: i32, line 18                    live over all suspends; then used at line
; CHECK-NEXT:                                                          50
; CHECK-NEXT:     24     64     8  %a: [64 x i8], line 20              live over the suspend at line 28; fill at
; CHECK-NEXT:                                                          line 27 may keep its address; shares bytes
; CHECK-NEXT:                                                          with %b
; CHECK-NEXT:     24     16     8  %b: [16 x i8], line 21              live over the final suspend; then used at
; CHECK-NEXT:                                                          line 48; shares bytes with %a
; CHECK-NEXT:hint: %a is 64 bytes, live over the suspend at line 28 only because fill at line 27 may keep its
; CHECK-NEXT:      address: mark the parameter `noescape` (captures(none) in IR), or end its scope before line
; CHECK-NEXT:      28; the frame is then 48 bytes smaller
; CHECK-EMPTY:
; CHECK-NEXT:{{.*}}explain-frame.ll:63:1: frame: 'n::g(int)' has 40 bytes, align 8, 1 suspend
; CHECK-NEXT:switched-resume; 7 bytes of padding, 0 bytes shared
; CHECK-NEXT:instructions of IR: {{[0-9]+}} in the ramp, {{[0-9]+}} in resume, {{[0-9]+}} in destroy
; CHECK-NEXT: offset   size align  what                                why
; CHECK-NEXT:      0      8     8  resume function                     called to resume the coroutine
; CHECK-NEXT:      8      8     8  destroy function                    called to destroy the coroutine
; CHECK-NEXT:     16      8     8  promise: i64, line 64               at a fixed offset from the handle
; CHECK-NEXT:     24      4     4  parameter 1: i32, line 63           live over the suspend at line 70; then
; CHECK-NEXT:                                                          used at line 78
; CHECK-NEXT:     28      4     4  %7: i32, line 69                    live over the suspend at line 70; then
; CHECK-NEXT:                                                          used at line 77
; CHECK-NEXT:     32      1     1  suspend index                       the suspend at which the coroutine waits
; CHECK-NEXT:     33      7        padding
; CHECK-EMPTY:
; CHECK-NEXT:{{.*}}explain-frame.ll:91:1: frame: 'none' has no frame: it never suspends
; CHECK-EMPTY:
; CHECK-NEXT:3 coroutines, 128 bytes of frames, after -passes='default<O2>'
; CHECK-NOT:{{.}}

; STDIN: <stdin>:18:1: frame: 'f' has 88 bytes, align 8, 2 suspends
; STDIN: 3 coroutines, 128 bytes of frames

; ONE: frame: 'f' has 88 bytes
; ONE-NOT: frame:
; ONE: 1 coroutine, 88 bytes of frames, after -passes='default<O2>'

; DEMANGLED-NOT: 'f'
; DEMANGLED: frame: 'n::g(int)' has 40 bytes
; DEMANGLED: 1 coroutine, 40 bytes of frames

; NONE: frame: 'none' has no frame: it never suspends

; OTHER: explain-frame.ll: no coroutine is named @other

; UNKNOWN: corolower: error: no function is named '@"n::h"'
; UNKNOWN-NEXT: hint: Did you mean 'n::g'?

; SIZE: %a: [64 x i8]
; SIZE: %b: [16 x i8]
; SIZE: 0 8 8 resume function
; SIZE-NEXT: 8 8 8 destroy function
; SIZE-NEXT: 20 4 4 %n: i32
; SIZE: 17 3 padding
; SIZE-NEXT: 16 1 1 suspend index

; SUSPENDS: suspend bytes where live
; SUSPENDS-NEXT: 0 85 line 28 %n, %a
; SUSPENDS-NEXT: 1 37 line 38 (final) %n, %b
; SUSPENDS-NEXT: hint:

; PLAIN: frame: 'f' has 104 bytes
; PLAIN-NOT: shares
; PLAIN-NOT: hint:
; PLAIN: after -passes='coro-early,coro-split'

; COLOUR: {{.}}[{{[0-9;]*}}mframe:{{.}}[
; COLOUR: {{.}}[32;1mhint:

; SORT: corolower: for the --sort option: 'name' is not one of offset, size
; PASSES: the pipeline 'coro-early' has no coro-split, so nothing is split
