; A function that gets control at a suspend gets no swifterror value: LLVM makes invalid IR.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
; CHECK: [[#@LINE+1]]:9: error: unsupported: llvm.coro.suspend.async calls @callee, which has a swifterror parameter
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @pj, ptr @callee, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define linkonce_odr hidden ptr @pj(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare swifttailcc void @callee(ptr swifterror)
