; An object that is known to others is in the frame, whatever is said of its life: the loop has no exit behind which that would end, and it begins
; in front of the first suspend only.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@gTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx) {
entry:
  %x = alloca i64
  call void @llvm.lifetime.start.p0(ptr %x)
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  call void @use(ptr %x)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  br label %loop
}
define swifttailcc void @g(ptr swiftasync %ctx, i1 %more) {
entry:
  %x = alloca i64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.lifetime.start.p0(ptr %x)
  br label %loop
loop:
  call void @use(ptr %x)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  br i1 %more, label %loop, label %out
out:
  call void @llvm.lifetime.end.p0(ptr %x)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
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

; CHECK: %f.Frame = type { i64, ptr }
; CHECK: %g.Frame = type { i64, ptr, i1 }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %x = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    call void @use(ptr %x)
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @gTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %x = getelementptr inbounds %g.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %more.reload.addr = getelementptr inbounds %g.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %more.reload = load i1, ptr %more.reload.addr, align 1
; CHECK-NEXT:    br i1 %more.reload, label %loop, label %CoroEnd
; CHECK:       loop:
; CHECK-NEXT:    call void @use(ptr %x)
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %g.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK:       CoroEnd:
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
