; An exception leaves a part by an end of its own, at which there is nothing to do.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  invoke void @risk(i64 %n)
          to label %fine unwind label %lpad
lpad:
  %x = landingpad { ptr, i32 }
          cleanup
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 true)
  resume { ptr, i32 } %x
fine:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @risk(i64)
declare i32 @__gxx_personality_v0(...)
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

; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0) personality ptr @__gxx_personality_v0
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    call void @risk(i64 %n.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
