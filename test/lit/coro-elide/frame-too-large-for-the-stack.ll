; On the stack of a function go frames of at most 4 KiB each, and of 16 KiB together; in main and on a GPU, whose heap is slow, larger ones.
; RUN: corolower %s -pass-remarks=coro-elide -pass-remarks-analysis=coro-elide -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -pass-remarks=coro-elide --coro-elide-max-frame=5000 -o /dev/null 2>&1 | FileCheck %s --check-prefix=MORE
; RUN: corolower %s -mtriple=nvptx64-nvidia-cuda -pass-remarks=coro-elide -o /dev/null 2>&1 | FileCheck %s --check-prefix=MORE
; RUN: sed 's/@user/@main/' %s | corolower -pass-remarks=coro-elide -o /dev/null 2>&1 | FileCheck %s --check-prefix=MAIN

; MAIN: 'large' elided in 'main'
; CHECK-DAG: 'small' elided in 'user' (frame_size=4
; CHECK-DAG: 'large' stays on the heap: the frame has 4{{[0-9]+}} bytes, more than the limit of 4096 for one frame on the stack
; MORE-DAG: 'small' elided in 'user'
; MORE-DAG: 'large' elided in 'user'

define internal ptr @small() presplitcoroutine {
entry:
  %bytes = alloca [4000 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %memory = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @fill(ptr captures(none) %bytes)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @fill(ptr captures(none) %bytes)
  br label %cleanup

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %needed = icmp ne ptr %freed, null
  br i1 %needed, label %release, label %suspend

release:
  call void @free(ptr %freed)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define internal ptr @large() presplitcoroutine {
entry:
  %bytes = alloca [4096 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %memory = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @fill(ptr captures(none) %bytes)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @fill(ptr captures(none) %bytes)
  br label %cleanup

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %needed = icmp ne ptr %freed, null
  br i1 %needed, label %release, label %suspend

release:
  call void @free(ptr %freed)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @user() {
  %s = call ptr @small()
  call void @llvm.coro.destroy(ptr %s)
  %l = call ptr @large()
  call void @llvm.coro.destroy(ptr %l)
  ret void
}

declare void @fill(ptr captures(none)) nounwind memory(argmem: readwrite)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
