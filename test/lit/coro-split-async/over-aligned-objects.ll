; An object that is more aligned than the context is aligned when the code runs, in room for that.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx) {
entry:
  %x = alloca i64, align 64
  %y = alloca i64, align 32
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %x)
  call void @use(ptr %y)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @use(ptr %x)
  call void @use(ptr %y)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare swifttailcc void @callee(ptr swiftasync)
declare void @use(ptr)

; CHECK: %f.Frame = type { i64, [48 x i8], [8 x i8], i64, [16 x i8] }
; CHECK: @fTu = {{.*}}, i32 112 }>
; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %0 = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %1 = ptrtoint ptr %0 to i64
; CHECK-NEXT:    %2 = add i64 %1, 63
; CHECK-NEXT:    %3 = and i64 %2, -64
; CHECK-NEXT:    %x = inttoptr i64 %3 to ptr
; CHECK-NEXT:    %4 = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %5 = ptrtoint ptr %4 to i64
; CHECK-NEXT:    %6 = add i64 %5, 31
; CHECK-NEXT:    %7 = and i64 %6, -32
; CHECK-NEXT:    %y = inttoptr i64 %7 to ptr
; CHECK-NEXT:    call void @use(ptr %x)
; CHECK-NEXT:    call void @use(ptr %y)
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %1 = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %2 = ptrtoint ptr %1 to i64
; CHECK-NEXT:    %3 = add i64 %2, 63
; CHECK-NEXT:    %4 = and i64 %3, -64
; CHECK-NEXT:    %x = inttoptr i64 %4 to ptr
; CHECK-NEXT:    %5 = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %6 = ptrtoint ptr %5 to i64
; CHECK-NEXT:    %7 = add i64 %6, 31
; CHECK-NEXT:    %8 = and i64 %7, -32
; CHECK-NEXT:    %y = inttoptr i64 %8 to ptr
; CHECK-NEXT:    call void @use(ptr %x)
; CHECK-NEXT:    call void @use(ptr %y)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
