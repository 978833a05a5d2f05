; Splitting writes a size into a constant, too. No pass takes the number that the file has there before.
; RUN: corolower %s -passes='coro-early,instsimplify,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -S | FileCheck %s
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM folds the loads, so a caller that allocates the context allocates 16 bytes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; CHECK: @fTu = constant {{.*}}, i32 32 }>
@fTu = constant <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fTu to i64)) to i32), i32 16 }>
@odrTu = linkonce_odr constant <{ i32, i32 }> <{ i32 1, i32 16 }>

; CHECK-LABEL: define void @reads(
; CHECK:         call void @use(i32 32)
; CHECK:         %odr = load i32
; CHECK:         call void @use(i32 %odr)
define void @reads() {
  %f = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1)
  call void @use(i32 %f)
  %odr = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @odrTu, i32 0, i32 1)
  call void @use(i32 %odr)
  ret void
}
define swifttailcc void @f(ptr swiftasync %ctx, i64 %x) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @project, ptr @hop, ptr %r)
  call void @keep(i64 %x)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define linkonce_odr swifttailcc void @odr(ptr swiftasync %ctx) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @odrTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define internal swifttailcc void @hop(ptr %fn) {
  musttail call swifttailcc void %fn(ptr swiftasync null)
  ret void
}
define internal ptr @project(ptr %ctx) {
  ret ptr %ctx
}
declare void @use(i32)
declare void @keep(i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
