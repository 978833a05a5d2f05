; The error is a register: each part has a slot of its own for the calls that may set it, and the value lives in the frame.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx) {
entry:
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call swiftcc void @risk(ptr swifterror %e)
  %x = load ptr, ptr %e
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @use(ptr %x)
  store ptr %x, ptr %e
  call swiftcc void @risk(ptr swifterror %e)
  %y = load ptr, ptr %e
  call void @use(ptr %y)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare swiftcc void @risk(ptr swifterror)
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

; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = alloca swifterror ptr, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    store ptr null, ptr %0, align 8
; CHECK-NEXT:    call swiftcc void @risk(ptr swifterror %0)
; CHECK-NEXT:    %1 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %1 = alloca swifterror ptr, align 8
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    call void @use(ptr %.reload)
; CHECK-NEXT:    store ptr %.reload, ptr %1, align 8
; CHECK-NEXT:    call swiftcc void @risk(ptr swifterror %1)
; CHECK-NEXT:    %2 = load ptr, ptr %1, align 8
; CHECK-NEXT:    call void @use(ptr %2)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
