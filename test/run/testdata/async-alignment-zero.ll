; A context of alignment 0 is one of which no alignment is known.
; PRINTS: 42 42
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@fTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fTu to i64)) to i32), i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 0, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r1 = call ptr @llvm.coro.async.resume()
  %v = ptrtoint ptr %p to i64
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @get, ptr @disp, ptr %r1, ptr %ctx, i64 %v)
  call i32 (ptr, ...) @printf(ptr @fmt, i64 %v)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @fin, ptr %ctx)
  unreachable
}
define internal ptr @get(ptr %0) alwaysinline nounwind {
  ret ptr %0
}
define internal swifttailcc void @disp(ptr %r, ptr %ctx, i64 %v) alwaysinline nounwind {
  musttail call swifttailcc void @hop(ptr %r, ptr %ctx, i64 %v)
  ret void
}
define swifttailcc void @hop(ptr %r, ptr %ctx, i64 %v) noinline {
  call i32 (ptr, ...) @printf(ptr @fmt, i64 %v)
  musttail call swifttailcc void %r(ptr swiftasync %ctx)
  ret void
}
define internal swifttailcc void @fin(ptr %ctx) alwaysinline nounwind {
  musttail call swifttailcc void @done(ptr %ctx)
  ret void
}
define swifttailcc void @done(ptr %ctx) noinline {
  ret void
}
declare i32 @printf(ptr, ...)
@fmt = constant [6 x i8] c"%lld\0A\00"
define i32 @main() {
  %c = alloca [256 x i8], align 16
  call void @llvm.memset.p0.i64(ptr %c, i8 -1, i64 256, i1 false)
  call swifttailcc void @f(ptr swiftasync %c, ptr inttoptr (i64 42 to ptr))
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
