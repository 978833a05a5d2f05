; Two coroutines that name one async function pointer are told of; callers learn the larger size. LLVM lets the last one win.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the last one wins, without a word

; CHECK: shared-pointer.ll:[[#@LINE+17]]:9: warning: the async function pointer @fTu of @g also belongs to @f
; CHECK: shared-pointer.ll:[[#@LINE+6]]:9: note: @f names it here
; CHECK: @fTu = global <{ i32, i32 }> <{ i32 1, i32 32 }>, align 8

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @parent, ptr @go, ptr %ctx)
  call void @note(i64 %n)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @g(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @note(i64)
declare ptr @parent(ptr)
declare swifttailcc void @go(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
