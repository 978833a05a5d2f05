; `explain gpu` shows for each kernel its frames, the contents of frames over suspends, and how many states a dispatch has.
; RUN: corolower explain gpu --cuda-path=no-toolkit %s | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain gpu --cuda-path=no-toolkit --function=inner --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain gpu --cuda-path=no-toolkit %S/../../../examples/gpu_generator.ll | FileCheck %s --check-prefix=ONE
; RUN: not corolower explain gpu --function=f %s | FileCheck %s --check-prefix=NOKERNEL
; RUN: not corolower explain gpu %S/../../../examples/echo.ll 2>&1 | FileCheck %s --check-prefix=HOST
; RUN: not corolower explain gpu -mcpu=sm_20 %s 2>&1 | FileCheck %s --check-prefix=CPU

target triple = "nvptx64-nvidia-cuda"

@published = addrspace(1) global ptr null

define ptr @f(i32 %n, i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %start

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %start

start:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  %twice = mul i32 %n, 3
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %first
    i8 1, label %cleanup
  ]

first:
  br i1 %c, label %left, label %right

left:
  call void @print(i32 %twice)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %right
    i8 1, label %cleanup
  ]

right:
  call void @print(i32 %n)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]

never:
  unreachable

cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %free)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptx_kernel void @inner(i32 %n, i1 %c) {
  %h = call ptr @f(i32 %n, i1 %c)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define ptx_kernel void @outer(i32 %n, i1 %c) {
  call void @give(i32 %n, i1 %c)
  ret void
}

define void @give(i32 %n, i1 %c) noinline {
  %h = call ptr @f(i32 %n, i1 %c)
  store ptr %h, ptr addrspace(1) @published
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)

; CHECK:{{.*}}:66:1: kernel: 'inner'
; CHECK-NEXT:  registers:    not known: no-toolkit/bin has no ptxas that can be run
; CHECK-NEXT:  variables:    0 bytes in the kernel's own code, in local memory unless they are in registers
; CHECK-NEXT:  frames:       24 bytes per thread, 24,000,000 bytes for a million threads
; CHECK-NEXT:  device heap:  0 bytes per thread
; CHECK-NEXT:        24 bytes  'f', line 67: elided
; CHECK-NEXT:  'f' has 24 bytes, 3 suspends
; CHECK-NEXT:    resume:   2 states; the same in all threads that resumed it equally often
; CHECK-NEXT:    destroy:  3 states; threads may diverge: from suspend 0, line 28, threads may go to suspend 1,
; CHECK-NEXT:              line 39 or the final suspend, line 47
; CHECK-NEXT:    suspend 0, line 28          keeps %n: i32, 4 bytes; %c: i1, 1 byte
; CHECK-NEXT:    suspend 1, line 39          keeps %n: i32, 4 bytes
; CHECK-NEXT:    the final suspend, line 47  keeps nothing
; CHECK-EMPTY:
; CHECK-NEXT:{{.*}}:73:1: kernel: 'outer'
; CHECK-NEXT:  registers:    not known: no-toolkit/bin has no ptxas that can be run
; CHECK-NEXT:  variables:    0 bytes in the kernel's own code, in local memory unless they are in registers
; CHECK-NEXT:  frames:       0 bytes per thread
; CHECK-NEXT:  device heap:  32 bytes per thread, 32,000,000 bytes for a million threads
; CHECK-NEXT:        24 bytes  'f', created in 'give', line 79: on the device heap, because the handle is stored
; CHECK-NEXT:                  to @published, at `store ptr %hdl.i, ptr addrspace(1) @published`; no destroy on
; CHECK-NEXT:                  the path %start.i
; CHECK-NEXT:  'f' has 24 bytes, 3 suspends
; CHECK-NEXT:    resume:   2 states; the same in all threads that resumed it equally often
; CHECK-NEXT:    destroy:  3 states; threads may diverge: from suspend 0, line 28, threads may go to suspend 1,
; CHECK-NEXT:              line 39 or the final suspend, line 47
; CHECK-NEXT:    suspend 0, line 28          keeps %n: i32, 4 bytes; %c: i1, 1 byte
; CHECK-NEXT:    suspend 1, line 39          keeps %n: i32, 4 bytes
; CHECK-NEXT:    the final suspend, line 47  keeps nothing
; CHECK-EMPTY:
; CHECK-NEXT:2 kernels, after -passes='complete<O2>'

; JSON: "function": "inner",
; JSON: "not_assembled": "no-toolkit/bin has no ptxas that can be run",
; JSON: "frame_bytes": 24,
; JSON: "frame_bytes_per_million_threads": 24000000,
; JSON: "elided": true,
; JSON: "label": "%c",
; JSON-NEXT: "type": "i1",
; JSON-NEXT: "size": 1
; JSON: "part": "resume",
; JSON-NEXT: "states": 2,
; JSON-NEXT: "differs": "by-count",
; JSON: "part": "destroy",
; JSON-NEXT: "states": 3,
; JSON-NEXT: "differs": "by-path",
; JSON-NOT: "outer"

; ONE: 'sequence' has 32 bytes, 1 suspend
; ONE-NEXT: resume:   1 state; the threads of a warp do not diverge here: no switch

; NOKERNEL: explain-gpu.ll: no kernel is named @f

; HOST: echo.ll: error: the target has no kernels
; HOST-NEXT: hint: compile with --target=nvptx64-nvidia-cuda

; CPU: for the --mcpu option:
