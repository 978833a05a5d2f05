; The size that callers of a function are told is that of another function's context: through a chain of such functions, and of none that only looks the
; same.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: it copies what is old through a chain, and changes what is equal

@aTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@bTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@likeTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@cTu = internal constant <{ i32, i64 }> <{ i32 3, i64 0 }>, section "x", align 8
@plainTu = global <{ i32, i32 }> <{ i32 4, i32 24 }>, align 8
@zeroTu = global <{ i32, i32 }> zeroinitializer, align 8
define void @a() {
  call void @llvm.coro.async.size.replace(ptr @aTu, ptr @bTu)
  ret void
}
define void @b() {
  call void @llvm.coro.async.size.replace(ptr @bTu, ptr @cTu)
  call void @llvm.coro.async.size.replace(ptr @zeroTu, ptr @plainTu)
  ret void
}
define swifttailcc void @c(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @cTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @parent, ptr @go, ptr %ctx)
  call void @note(i64 %n)
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
declare void @llvm.coro.async.size.replace(ptr, ptr)

; CHECK: @aTu = global <{ i32, i32 }> <{ i32 1, i32 32 }>, align 8
; CHECK: @bTu = global <{ i32, i32 }> <{ i32 2, i32 32 }>, align 8
; CHECK: @likeTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
; CHECK: @cTu = internal constant <{ i32, i64 }> <{ i32 3, i64 32 }>, section "x", align 8
; CHECK: @plainTu = global <{ i32, i32 }> <{ i32 4, i32 24 }>, align 8
; CHECK: @zeroTu = global <{ i32, i32 }> <{ i32 0, i32 24 }>, align 8
; CHECK-LABEL: define void @a()
; CHECK-NEXT: ret void
