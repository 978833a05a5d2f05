; The address of the thread's context is asked for on both sides of a suspend, and what allocates a context is for others to lower,
; where the file does not declare who.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %task) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = call ptr @llvm.swift.async.context.addr()
  store ptr %ctx, ptr %a
  %n = call ptr @llvm.coro.async.context.alloc(ptr %task, ptr @fTu)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %n)
  call void @llvm.coro.async.context.dealloc(ptr %n)
  %b = call ptr @llvm.swift.async.context.addr()
  store ptr %ctx, ptr %b
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare ptr @llvm.swift.async.context.addr()
declare ptr @llvm.coro.async.context.alloc(ptr, ptr)
declare void @llvm.coro.async.context.dealloc(ptr)
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

; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx, ptr %task)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %ctx.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %ctx, ptr %ctx.spill.addr, align 8
; CHECK-NEXT:    %a = call ptr @llvm.swift.async.context.addr()
; CHECK-NEXT:    store ptr %ctx, ptr %a, align 8
; CHECK-NEXT:    %n = call ptr @llvm.coro.async.context.alloc(ptr %task, ptr @fTu)
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store ptr %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %n)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %n.reload = load ptr, ptr %n.reload.addr, align 8
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    call void @llvm.coro.async.context.dealloc(ptr %n.reload)
; CHECK-NEXT:    %b = call ptr @llvm.swift.async.context.addr()
; CHECK-NEXT:    store ptr %ctx.reload, ptr %b, align 8
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
