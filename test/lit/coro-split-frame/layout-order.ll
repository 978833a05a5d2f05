; Fields after the header: by alignment, larger first, then in order of arrival; the index is the smallest and comes where it fits.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f(i32 %a, i64 %b, i8 %c, ptr %d) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %e = call i64 @long()
  %g = call i16 @short()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @take(i32 %a, i64 %b, i8 %c, ptr %d, i64 %e, i16 %g)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i64 @long()
declare i16 @short()
declare void @take(i32, i64, i8, ptr, i64, i16)

; CHECK: %f.Frame = type { ptr, ptr, i64, ptr, i64, i32, i16, i1, i8 }

; CHECK-LABEL: define ptr @f(i32 %a, i64 %b, i8 %c, ptr %d)
; CHECK: %mem = call ptr @malloc(i64 48)
; CHECK: PostSpill:
; CHECK-NEXT: %d.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: store ptr %d, ptr %d.spill.addr, align 8
; CHECK-NEXT: %c.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 8
; CHECK-NEXT: store i8 %c, ptr %c.spill.addr, align 1
; CHECK-NEXT: %b.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i64 %b, ptr %b.spill.addr, align 8
; CHECK-NEXT: %a.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 5
; CHECK-NEXT: store i32 %a, ptr %a.spill.addr, align 4
; CHECK: store i64 %e, ptr %e.spill.addr, align 8
; CHECK: store i16 %g, ptr %g.spill.addr, align 2

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(48) %hdl)
; CHECK: %g.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 6
; CHECK-NEXT: %g.reload = load i16, ptr %g.reload.addr, align 2
; CHECK-NEXT: %e.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 4
; CHECK-NEXT: %e.reload = load i64, ptr %e.reload.addr, align 8
; CHECK-NEXT: %d.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: %d.reload = load ptr, ptr %d.reload.addr, align 8
; CHECK-NEXT: %c.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 8
; CHECK-NEXT: %c.reload = load i8, ptr %c.reload.addr, align 1
; CHECK-NEXT: %b.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %b.reload = load i64, ptr %b.reload.addr, align 8
; CHECK-NEXT: %a.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 5
; CHECK-NEXT: %a.reload = load i32, ptr %a.reload.addr, align 4
; CHECK-NEXT: call void @take(i32 %a.reload, i64 %b.reload, i8 %c.reload, ptr %d.reload, i64 %e.reload, i16 %g.reload)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
