; What a kernel's coroutines take of memory, and what a frame on the heap means for the number of threads. Kernels are known by their calling
; convention, and by annotations. Other targets hear none of it.
; REQUIRES: corolower
; RUN: corolower %s -disable-output -pass-remarks-analysis='coro-kernel|coro-split' -pass-remarks-missed=coro-kernel 2>&1 | FileCheck %s
; RUN: corolower %s -disable-output -j1 -verify-each -pass-remarks-analysis='coro-kernel|coro-split' -pass-remarks-missed=coro-kernel 2>&1 | FileCheck %s
; RUN: corolower %s -passes='default<O0>' -disable-output -pass-remarks-analysis='coro-kernel|coro-split' 2>&1 | FileCheck %s --check-prefix=PLAIN
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -disable-output -pass-remarks-analysis='coro-kernel|coro-split' -pass-remarks-missed=coro-kernel 2>&1 | FileCheck %s --check-prefix=HOST --allow-empty

target triple = "nvptx64-nvidia-cuda"

; CHECK: suspend 0 of 'f' keeps 8 bytes: %n i32, %m i32{{$}}
; CHECK: suspend 1 (id 7) of 'f' keeps 4 bytes: %m i32{{$}}
; CHECK: the frame of 'f' in 'keeps' stays on the device heap: {{.*}}; 32 bytes per thread for each live frame: 262144 threads exhaust the default heap of 8388608 bytes
; CHECK-NOT: kernel 'helper'
; CHECK-DAG: kernel 'local': 32 bytes of frames, {{[0-9]+}} bytes of local memory, 2 suspend points, 0 targets in the dispatcher
; CHECK-DAG: kernel 'keeps': 0 bytes of frames, 0 bytes of local memory, 2 suspend points, 0 targets in the dispatcher
; PLAIN: suspend 0 of 'f' keeps 8 bytes: %n i32, %m i32{{$}}
; HOST-NOT: {{coro|kernel|suspend}}
define internal ptr @f(i32 %n, i32 %m) nounwind presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %frame = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  call void @use(i32 %n)
  %mark = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 7)
  br label %second

second:
  %again = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %again, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  call void @use(i32 %m)
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  %heap = icmp ne ptr %mem, null
  br i1 %heap, label %release, label %suspend

release:
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define ptx_kernel void @local(i32 %n) {
  %h = call ptr @f(i32 %n, i32 1)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define void @keeps(i32 %n) {
  %h = call ptr @f(i32 %n, i32 2)
  store ptr %h, ptr @box
  ret void
}

define void @helper(i32 %n) {
  %h = call ptr @f(i32 %n, i32 3)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

@box = global ptr null

!nvvm.annotations = !{!0}
!0 = !{ptr @keeps, !"kernel", i32 1}

declare { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32)
declare void @use(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
