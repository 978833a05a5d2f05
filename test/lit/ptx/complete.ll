; With --emit=ptx nothing comes behind that inlines: a helper that is given the address of a kernel's variable is inlined, and the variable is no memory.
; That holds for a kernel without a coroutine, too. -O0 and a pipeline of one's own leave it out.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s
; RUN: corolower --emit=ptx -passes='default<O2>' %s | FileCheck %s --check-prefix=CALLS
; RUN: corolower -passes='complete<O2>' %s -S | opt-22 -passes=verify -disable-output

; CHECK: .visible .entry plain(
; CHECK-NOT: .local
; CHECK-NOT: call
; CHECK: .visible .entry sum(
; CHECK-NOT: .local
; CHECK-NOT: call
; CHECK: ret;
; CALLS: .visible .entry sum(
; CALLS: .local
; CALLS: call.uni own

target triple = "nvptx64-nvidia-cuda"

define internal void @own(ptr %to) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %tid, ptr %to, align 4
  ret void
}

define ptx_kernel void @plain(ptr addrspace(1) %out) {
  %local = alloca i32, align 4
  call void @own(ptr %local)
  %x = load i32, ptr %local, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}

define internal ptr @count(i32 %n) presplitcoroutine {
entry:
  %value = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %value, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %i = phi i32 [ %n, %begin ], [ %i.next, %next ]
  store i32 %i, ptr %value, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  %i.next = add i32 %i, 1
  br label %loop
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp ne ptr %memory, null
  br i1 %heap, label %free, label %suspend
free:
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptx_kernel void @sum(ptr addrspace(1) %out) {
  %local = alloca i32, align 4
  call void @own(ptr %local)
  %tid = load i32, ptr %local, align 4
  %h = call ptr @count(i32 %tid)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  %a = load i32, ptr %p, align 4
  call void @llvm.coro.resume(ptr %h)
  %b = load i32, ptr %p, align 4
  call void @llvm.coro.destroy(ptr %h)
  %s = add i32 %a, %b
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %s, ptr addrspace(1) %q, align 4
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare ptr @malloc(i64)
declare void @free(ptr)
