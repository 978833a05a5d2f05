; Where the target has no tail calls control is handed on by plain calls, and comes back.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-unknown"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@gTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
define swiftcc void @f(ptr swiftasync %ctx, i64 %n) {
entry:
  %id = call token @llvm.coro.id.async(i32 8, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @note(i64 %n)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  ret void
}
define swiftcc void @g(ptr swiftasync %ctx, i64 %n) "target-features"="+tail-call" {
entry:
  %id = call token @llvm.coro.id.async(i32 8, i32 16, i32 0, ptr @gTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @note(i64 %n)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  ret void
}
define internal swiftcc void @go(ptr %fn, ptr %c) {
  tail call swiftcc void %fn(ptr swiftasync %c)
  ret void
}
declare swiftcc void @callee(ptr swiftasync)
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @note(i64)

; CHECK: @fTu = {{.*}}, i32 16 }>
; CHECK-LABEL: define swiftcc void @f(ptr swiftasync %ctx, i64 %n)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 8
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    call swiftcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    call void @note(i64 %n.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define swiftcc void @g(ptr swiftasync %ctx, i64 %n) #0
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 8
; CHECK-NEXT:    %n.spill.addr = getelementptr inbounds %g.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store i64 %n, ptr %n.spill.addr, align 8
; CHECK-NEXT:    tail call swiftcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @gTQ0_(ptr swiftasync %0) #0
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 8
; CHECK-NEXT:    %n.reload.addr = getelementptr inbounds %g.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %n.reload = load i64, ptr %n.reload.addr, align 8
; CHECK-NEXT:    call void @note(i64 %n.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
