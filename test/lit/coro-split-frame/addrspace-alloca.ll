; A local in another address space: the slot's address is cast to it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-i64:64-A5"

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %x = alloca i64, align 8, addrspace(5)
  call void @use5(ptr addrspace(5) %x)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use5(ptr addrspace(5) %x)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @use5(ptr addrspace(5))

; CHECK: %f.Frame = type { ptr, ptr, i64, i1 }

; CHECK-LABEL: define ptr @f()
; CHECK: AllocaSpillBB:
; CHECK-NEXT: %[[SLOT:[0-9]+]] = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %[[CAST:x.reload.addr]] = addrspacecast ptr %[[SLOT]] to ptr addrspace(5)
; CHECK-NEXT: br label %PostSpill
; CHECK: call void @use5(ptr addrspace(5) %[[CAST]])

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
