; In a funclet it leaves that.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  invoke void @risk(i64 %n)
          to label %fine unwind label %pad
pad:
  %x = cleanuppad within none []
  call void @note(i64 1) [ "funclet"(token %x) ]
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 true) [ "funclet"(token %x) ]
  unreachable
fine:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @risk(i64)
declare void @note(i64)
declare i32 @__CxxFrameHandler3(...)
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

; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0) personality ptr @__CxxFrameHandler3
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    invoke void @risk(i64 %n.reload)
; CHECK-NEXT:            to label %CoroEnd1 unwind label %pad
; CHECK:       pad:
; CHECK-NEXT:    %x = cleanuppad within none []
; CHECK-NEXT:    call void @note(i64 1) [ "funclet"(token %x) ]
; CHECK-NEXT:    cleanupret from %x unwind to caller
; CHECK:       CoroEnd1:
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
