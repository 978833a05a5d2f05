; check tells the first thing with which splitting an asynchronous coroutine would stop, and nothing of one that is right.
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s 2>&1 | FileCheck %s
; CHECK: check-async.ll:[[#@LINE+13]]:8: error: llvm.coro.suspend.async resume function projection function must take one ptr type as parameter
; CHECK: hint: pass a function that takes the resumed function's context
; CHECK-NOT: error:
; REQUIRES: corolower

@stepsTu = global <{ i32, i32 }> <{ i32 0, i32 16 }>
@rightTu = global <{ i32, i32 }> <{ i32 0, i32 16 }>

define swiftcc void @steps(ptr swiftasync %context) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @stepsTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @project, ptr @go, ptr %context)
  call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false)
  unreachable
}
define swifttailcc void @right(ptr swiftasync %context) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @rightTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @parent, ptr @hand, ptr %context, i64 1)
  call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false)
  unreachable
}
define swiftcc void @go(ptr swiftasync %c) {
  ret void
}
declare ptr @project(ptr, i64)
define swifttailcc void @hand(ptr %c, i64 %v) {
  musttail call swifttailcc void @callee(ptr swiftasync %c)
  ret void
}
declare swifttailcc void @callee(ptr swiftasync)
declare ptr @parent(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
