; On AMDGPU clang declares variables in scratch (addrspace 5) and uses casts to generic addresses. In a frame, which may be on the heap, a variable has its
; generic address from the start: a heap address that was cast to scratch and back would be another one. An elided frame is in scratch.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s --check-prefix=SPLIT
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -verify-each -pass-remarks=coro-elide -S 2>&1 | FileCheck %s --check-prefix=ELIDE
; RUN: sed 's/call void @use(ptr %%x)/call void @local(ptr addrspace(5) %%x.local)/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=LOCAL

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "amdgcn-amd-amdhsa"

; SPLIT-LABEL: define internal ptr @counter(
; SPLIT-NOT:     to ptr addrspace(5)
; SPLIT:         ret ptr
; SPLIT-LABEL: define amdgpu_kernel void @kernel(
; SPLIT-LABEL: define internal fastcc void @counter.resume(
; SPLIT-NOT:     ptr addrspace(5)
; SPLIT:         %[[X:.*]] = getelementptr inbounds %counter.Frame, ptr %hdl, i32 0, i32 3
; SPLIT:         call void @use(ptr %[[X]])

; ELIDE: 'counter' elided in 'kernel'
; ELIDE-LABEL: define amdgpu_kernel void @kernel(
; ELIDE:         %[[FRAME:.*]] = alloca [{{[0-9]+}} x i8], align {{[0-9]+}}, addrspace(5)
; ELIDE:         addrspacecast ptr addrspace(5) %[[FRAME]] to ptr

; LOCAL: error: unsupported: cannot place a variable in a coroutine frame that is accessed in local memory here
; LOCAL: %x.local = alloca
define internal ptr @counter() presplitcoroutine {
entry:
  %promise.local = alloca i32, align 4, addrspace(5)
  %promise = addrspacecast ptr addrspace(5) %promise.local to ptr
  %x.local = alloca i32, align 4, addrspace(5)
  %x = addrspacecast ptr addrspace(5) %x.local to ptr
  %id = call token @llvm.coro.id(i32 8, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %memory = phi ptr [ null, %entry ], [ %mem, %allocate ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @llvm.lifetime.start.p5(ptr addrspace(5) %x.local)
  store volatile i32 1, ptr %x
  store i32 2, ptr %promise
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @use(ptr %x)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
    i8 0, label %trap
    i8 1, label %cleanup
  ]

trap:
  unreachable

cleanup:
  call void @llvm.lifetime.end.p5(ptr addrspace(5) %x.local)
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

define amdgpu_kernel void @kernel() {
  %handle = alloca ptr, align 8, addrspace(5)
  %at = addrspacecast ptr addrspace(5) %handle to ptr
  %h = call ptr @counter()
  store ptr %h, ptr %at
  %again = load ptr, ptr %at
  call void @llvm.coro.resume(ptr %again)
  %last = load ptr, ptr %at
  call void @llvm.coro.destroy(ptr %last)
  ret void
}

declare void @use(ptr captures(none)) nounwind memory(argmem: readwrite)
declare void @local(ptr addrspace(5) captures(none)) nounwind memory(argmem: readwrite)
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
declare void @llvm.lifetime.start.p5(ptr addrspace(5))
declare void @llvm.lifetime.end.p5(ptr addrspace(5))
