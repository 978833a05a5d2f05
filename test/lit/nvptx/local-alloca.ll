; A coroutine's variables in local memory's own address space become generic: the frame may lie on the heap, and its address is none of local memory.
; If code needs such an address, the variable stays where it is, and it is an error if it is in the frame.
; DIFFERS-FROM-LLVM: opt casts the address of the frame, wherever that is, to local memory
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -o /dev/null
; RUN: sed 's/^  store volatile i32 1/  call void @take(ptr addrspace(5) %%at)\n&/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=TAKEN
; RUN: sed 's/alloca .4 x i32./&, i32 %%n/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=DYNAMIC

target triple = "nvptx64-nvidia-cuda"

; CHECK:     %f.Frame = type { ptr, ptr, [4 x i32], i32, i1 }
; CHECK:     define ptr @f(i32 %n)
; CHECK-NOT: addrspace
; CHECK:     call void @llvm.memset.p0.i64(ptr align 4 %local.reload.addr, i8 0, i64 16, i1 false)
; CHECK-NOT: addrspace
; CHECK:     define ptr @apart()
; CHECK:       alloca i32, align 4, addrspace(5)
; CHECK:     define void @plain()
; CHECK:       alloca i32, align 4, addrspace(5)
; CHECK:     define internal fastcc void @f.resume(
; CHECK-NOT: addrspace
; CHECK:       load volatile i32, ptr %at
; CHECK-NOT: addrspace
; CHECK:     define internal fastcc void @f.destroy(
; TAKEN: error: unsupported: cannot place a variable in a coroutine frame whose address is needed in local memory here
; TAKEN: call void @take(ptr addrspace(5) %at)
; TAKEN: %local = alloca
; TAKEN: %action = call
; TAKEN: declare the variable in addrspace(0)
; DYNAMIC: <stdin>:{{[0-9]+}}:12: error: Coroutines cannot handle non static allocas yet
define ptr @f(i32 %n) nounwind presplitcoroutine {
entry:
  %local = alloca [4 x i32], align 4, addrspace(5)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @llvm.memset.p5.i64(ptr addrspace(5) align 4 %local, i8 0, i64 16, i1 false)
  %at = getelementptr [4 x i32], ptr addrspace(5) %local, i32 0, i32 %n
  store volatile i32 1, ptr addrspace(5) %at
  %generic = addrspacecast ptr addrspace(5) %local to ptr
  call void @use(ptr %generic)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  %x = load volatile i32, ptr addrspace(5) %at
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define ptr @apart() nounwind presplitcoroutine {
entry:
  %local = alloca i32, align 4, addrspace(5)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  call void @fill(ptr addrspace(5) %local)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define void @plain() {
  %local = alloca i32, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %local
  ret void
}

declare void @llvm.memset.p5.i64(ptr addrspace(5), i8, i64, i1)
declare void @use(ptr)
declare void @take(ptr addrspace(5))
declare void @fill(ptr addrspace(5) nocapture)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
