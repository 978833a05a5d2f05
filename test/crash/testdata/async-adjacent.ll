; Two suspends of an async function follow each other, and pass a value that can be computed again.
; PASSES: default<O2>
; LLVM 22: segmentation fault
; clang 22: exit code 139
; corolower: lowered

@fTu = global <{ i32, i32 }> <{ i32 0, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %r1 = call ptr @llvm.coro.async.resume()
  %v = ptrtoint ptr %p to i64
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @caller, ptr @go, ptr %ctx, i64 %v)
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @caller, ptr @go, ptr %ctx, i64 %v)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false)
  unreachable
}
declare ptr @caller(ptr)
declare swifttailcc void @go(ptr, i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
