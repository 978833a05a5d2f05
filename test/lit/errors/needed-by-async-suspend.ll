; The suspend of the second round uses the context behind an unwinding coro.end: the part of the first round would need it there.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
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
declare swifttailcc void @callee(ptr swiftasync)
declare void @note(i64)
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %thrown ]
  %r0 = call ptr @llvm.coro.async.resume()
; CHECK: [[#@LINE+1]]:9: error: unsupported: a value from before a suspend is needed after an unwinding coro.end
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @pj, ptr @go, ptr @callee, ptr %ctx)
  %j = add i64 %i, 1
  call void @note(i64 %j)
  %more = icmp ult i64 %j, %n
  br i1 %more, label %thrown, label %stop
thrown:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 true)
  br label %loop
stop:
  unreachable
}
