; Scratch memory of a GPU's lane is private: a frame whose handle is published must stay on the heap, on AMDGPU, in SPIR-V, and on a target
; that is unknown.
; RUN: corolower %s -mtriple=amdgcn-amd-amdhsa -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -mtriple=spirv64-unknown-unknown -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -mtriple=unheard-of -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -mtriple=x86_64-unknown-linux-gnu -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s -check-prefix=CPU

; CHECK: 'gen' not elided in 'k'
; CPU:   'gen' elided in 'k'
@queue = global ptr null

define internal ptr @gen(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 8, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %memory = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @print(i32 %n)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %trap
    i8 1, label %cleanup
  ]

trap:
  unreachable

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

define void @k(i32 %n) {
  %h = call ptr @gen(i32 %n)
  store ptr %h, ptr @queue
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare void @print(i32) nounwind memory(inaccessiblemem: readwrite) nocallback
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
