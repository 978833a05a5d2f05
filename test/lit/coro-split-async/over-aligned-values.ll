; What is more aligned than the context is kept with the context's alignment, and lies where the size says that it does.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: its struct of the frame is not packed, so that the vector is stored up to 16 bytes behind the context

target datalayout = "e-i64:64-i128:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 7, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, ptr %vp) {
entry:
  %al = alloca [3 x i128], align 16
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %al)
  %vec = load <4 x double>, ptr %vp
  %r0 = call ptr @llvm.coro.async.resume()
  call void @use(ptr %r0)
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_get_context, ptr @hand, ptr @callee, ptr %ctx)
  call void @use(ptr %al)
  call void @usev(<4 x double> %vec)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
define internal swifttailcc void @hand(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
declare swifttailcc void @callee(ptr swiftasync)
declare void @use(ptr)
declare void @usev(<4 x double>)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)

; CHECK: %f.Frame = type <{ [3 x i128], <4 x double> }>
; CHECK: @fTu = {{.*}}, i32 96 }>
; CHECK-LABEL: define swifttailcc void @f(ptr swiftasync %ctx, ptr %vp)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %al = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    call void @use(ptr %al)
; CHECK-NEXT:    %vec = load <4 x double>, ptr %vp, align 32
; CHECK-NEXT:    %vec.spill.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store <4 x double> %vec, ptr %vec.spill.addr, align 16
; CHECK-NEXT:    call void @use(ptr @fTY0_)
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @fTY0_(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %0, i32 16
; CHECK-NEXT:    %al = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %vec.reload.addr = getelementptr inbounds %f.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %vec.reload = load <4 x double>, ptr %vec.reload.addr, align 16
; CHECK-NEXT:    call void @use(ptr %al)
; CHECK-NEXT:    call void @usev(<4 x double> %vec.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
