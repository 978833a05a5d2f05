; A dispatch function may have a local variable: it ends with the function that hands control on.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: it marks where the variable's life begins and ends

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i1 %more) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  br i1 %more, label %loop, label %out
out:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  %note = alloca i64
  store i64 1, ptr %note
  call void @use(ptr %note)
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare swifttailcc void @callee(ptr swiftasync)
declare void @use(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)

; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx, i1 %more)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %note.i = alloca i64, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %more.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i1 %more, ptr %more.spill.addr, align 1
; CHECK-NEXT:    %ctx.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %ctx, ptr %ctx.spill.addr, align 8
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    store i64 1, ptr %note.i, align 4
; CHECK-NEXT:    call void @use(ptr %note.i)
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTQ0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 16
; CHECK-NEXT:    %note.i = alloca i64, align 8
; CHECK-NEXT:    %more.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %more.reload = load i1, ptr %more.reload.addr, align 1
; CHECK-NEXT:    br i1 %more.reload, label %CoroSuspend, label %CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    store i64 1, ptr %note.i, align 4
; CHECK-NEXT:    call void @use(ptr %note.i)
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx.reload)
; CHECK-NEXT:    ret void
; CHECK:       CoroEnd:
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
