; A suspend in a loop, with an exit that is never taken: phis are taken over on the edges.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  %j = add i64 %i, 1
  call void @note(i64 %j)
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %stop
stop:
  call void @llvm.trap()
  unreachable
}
declare void @llvm.trap()
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
declare void @note(i64)

; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    %ctx.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %ctx, ptr %ctx.spill.addr, align 8
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 0, ptr %i.spill.addr, align 8
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %i.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %i.reload = load i64, ptr %i.reload.addr, align 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    %j = add i64 %i.reload, 1
; CHECK-NEXT:    call void @note(i64 %j)
; CHECK-NEXT:    %more = icmp ult i64 %j, %n.reload
; CHECK-NEXT:    br i1 %more, label %loop.from.AfterCoroSuspend, label %stop
; CHECK:       loop.from.AfterCoroSuspend:
; CHECK-NEXT:    %j.loop = phi i64 [ %j, %entryresume.0 ]
; CHECK-NEXT:    %i.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 %j.loop, ptr %i.spill.addr, align 8
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK:       stop:
; CHECK-NEXT:    call void @llvm.trap()
; CHECK-NEXT:    unreachable
; CHECK-NEXT:  }
