; malloc and operator new align to 16 bytes, so a vector of 32 bytes is spilled and reloaded with that alignment. An access with 32 traps on x86. An
; allocator that is given the frame's alignment gets that of the vector. Without reuse-storage, the frame stays that of LLVM.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=PLAIN
; REQUIRES: corolower
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define ptr @usual(
; CHECK: store <8 x float> %v, ptr %v.spill.addr, align 16
; CHECK-LABEL: define ptr @aligned(
; CHECK: call ptr @aligned_alloc(i64 32, i64 64)
; CHECK: store <8 x float> %v, ptr %v.spill.addr, align 32
; CHECK-LABEL: define ptr @given(
; CHECK: store <8 x float> %v, ptr %v.spill.addr, align 32
; CHECK-LABEL: define internal fastcc void @usual.resume(ptr noundef nonnull align 16 dereferenceable(64) %hdl)
; CHECK: load <8 x float>, ptr %v.reload.addr, align 16

; PLAIN-LABEL: define ptr @usual(
; PLAIN: store <8 x float> %v, ptr %v.spill.addr, align 32

define ptr @usual(<8 x float> %v) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @take(<8 x float> %v)
  br label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @aligned(<8 x float> %v) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %align = call i64 @llvm.coro.align.i64()
  %mem = call ptr @aligned_alloc(i64 %align, i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @take(<8 x float> %v)
  br label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @given(ptr %mem, <8 x float> %v) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %exit ]
go:
  call void @take(<8 x float> %v)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare ptr @malloc(i64)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @take(<8 x float>)
