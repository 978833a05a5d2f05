; What a context is made of is told in a remark, and how large all are in the statistics.
; RUN: corolower %s -pass-remarks-analysis=coro-split -stats -disable-output 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: remark: <unknown>:0:0: the context of 'f' has 48 bytes: a header of 20 bytes and, at offset 24, a frame of 16 bytes; callers read the size from 'fTu'
; CHECK: 48 coro-split - bytes of all asynchronous contexts

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %a, i64 %b) {
entry:
  %id = call token @llvm.coro.id.async(i32 20, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @parent, ptr @hand, ptr %ctx)
  call void @use(ptr %a, i64 %b)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare ptr @parent(ptr)
declare swifttailcc void @hand(ptr)
declare void @use(ptr, i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
