; Spills and reloads are aligned as their field is, allocas' accesses keep what the source said.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

define ptr @f(i128 %q) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %x = alloca i64, align 16
  store i64 1, ptr %x, align 16
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %v = load i64, ptr %x, align 16
  call void @take(i128 %q, i64 %v)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @take(i128, i64)

; CHECK: %f.Frame = type { ptr, ptr, i128, i64, i1 }

; CHECK-LABEL: define ptr @f(i128 %q)
; CHECK: store i128 %q, ptr %q.spill.addr, align 16
; CHECK: store i64 1, ptr %x.reload.addr, align 16

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 16 dereferenceable(48) %hdl)
; CHECK: %q.reload = load i128, ptr %q.reload.addr, align 16
; CHECK-NEXT: %v = load i64, ptr %x.reload.addr, align 16

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
