; An asynchronous coroutine has no frame before coro.begin.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; CHECK: async-suspend-before-begin.ll:[[@LINE+10]]:8: error: coro.begin does not precede this coro.suspend.async on every path
; CHECK: hint: move coro.begin before all suspends and saves

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %r = call ptr @llvm.coro.async.resume()
  ; the suspend that precedes
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @project, ptr @go, ptr @callee, ptr %ctx)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(i64 %n)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false)
  unreachable
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define internal ptr @project(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare swifttailcc void @callee(ptr swiftasync)
declare void @use(i64)
; CHECK: async-suspend-before-begin.ll:[[@LINE+4]]:3: error: coro.begin does not precede this coro.end.async on every path: it ends the frame
; CHECK: hint: move coro.begin before all ends
define swifttailcc void @ends(ptr swiftasync %ctx) presplitcoroutine {
entry:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr null, i1 false)
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  unreachable
}
