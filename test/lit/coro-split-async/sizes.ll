; The context's size: the header, up to the frame's alignment; the frame; up to the context's alignment.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@noneTu = global <{ i32, i32 }> <{ i32 0, i32 16 }>, align 8
@oddTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@lowTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@bigTu = global <{ i32, i32 }> <{ i32 3, i32 16 }>, align 8
define swifttailcc void @none(ptr swiftasync %ctx) {
entry:
  %id = call token @llvm.coro.id.async(i32 24, i32 16, i32 0, ptr @noneTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @odd(ptr swiftasync %ctx, ptr %a, i64 %b) {
entry:
  %id = call token @llvm.coro.id.async(i32 20, i32 16, i32 0, ptr @oddTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @use(ptr %a)
  call void @note(i64 %b)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @low(ptr swiftasync %ctx, ptr %a, i64 %b) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 4, i32 0, ptr @lowTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @use(ptr %a)
  call void @note(i64 %b)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @big(ptr swiftasync %ctx, i8 %c) {
entry:
  %x = alloca [100 x i8]
  %id = call token @llvm.coro.id.async(i32 128, i32 16, i32 0, ptr @bigTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %x)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  store i8 %c, ptr %x
  call void @use(ptr %x)
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
declare void @note(i64)

; CHECK: %odd.Frame = type { ptr, i64 }
; CHECK: %low.Frame = type { ptr, i64 }
; CHECK: %big.Frame = type { [100 x i8], i8 }
; CHECK: @noneTu = {{.*}}, i32 32 }>
; CHECK: @oddTu = {{.*}}, i32 48 }>
; CHECK: @lowTu = {{.*}}, i32 32 }>
; CHECK: @bigTu = {{.*}}, i32 240 }>
; CHECK-LABEL: define swifttailcc void @low(ptr swiftasync %ctx, ptr %a, i64 %b)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %b.spill.addr = getelementptr inbounds %low.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i64 %b, ptr %b.spill.addr, align 4
; CHECK-NEXT:    %a.spill.addr = getelementptr inbounds %low.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %a, ptr %a.spill.addr, align 4
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @lowTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %b.reload.addr = getelementptr inbounds %low.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %b.reload = load i64, ptr %b.reload.addr, align 4
; CHECK-NEXT:    %a.reload.addr = getelementptr inbounds %low.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %a.reload = load ptr, ptr %a.reload.addr, align 4
; CHECK-NEXT:    call void @use(ptr %a.reload)
; CHECK-NEXT:    call void @note(i64 %b.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
