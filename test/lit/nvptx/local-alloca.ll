; A coroutine's variable in local memory's own address space cannot be in the frame, because the frame may be on the heap: it is an error at the variable, or
; at the cast of a generic address to that space. A variable that no suspend is in the life of stays where it is.
; DIFFERS-FROM-LLVM: opt casts the address of the frame, wherever that is, to local memory
; REQUIRES: corolower
; RUN: not corolower %s 2>&1 | FileCheck %s --check-prefix=ALLOCA
; RUN: sed 's/^  %%local = alloca .4 x i32.*/  %%own = alloca [4 x i32]\n  %%local = addrspacecast ptr %%own to ptr addrspace(5)/' %s | not corolower 2>&1 | FileCheck %s --check-prefix=CAST
; RUN: sed 's/^  %%x = load .*//' %s | sed 's/@use(ptr)/@use(ptr nocapture)/' | corolower -verify-each -S | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; ALLOCA: error: unsupported: cannot place a variable in a coroutine frame that is accessed in local memory here
; ALLOCA: %local = alloca
; ALLOCA: %action = call
; ALLOCA: declare the variable in addrspace(0)
; CAST: error: unsupported: cannot place a variable in a coroutine frame that is accessed in local memory here
; CAST: %local = addrspacecast
; CAST: %own = alloca
; CHECK: define ptr @f(
; CHECK:   alloca [4 x i32], align 4, addrspace(5)
; CHECK: define ptr @apart()
; CHECK:   alloca i32, align 4, addrspace(5)
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
