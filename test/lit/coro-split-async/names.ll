; A resume function's name tells how it finds its context; its parameters are what the suspend says.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@repoTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@"$s3foo3FooO3baryyYaFTu" = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
define swifttailcc void @repo(ptr swiftasync %ctx) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @repoTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_get_context, ptr @go, ptr @callee, ptr %ctx)
  %r1 = call ptr @llvm.coro.async.resume()
  %s1 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 256, ptr %r1, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  %r2 = call ptr @llvm.coro.async.resume()
  %s2 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r2, ptr @other, ptr @go, ptr @callee, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @"$s3foo3FooO3baryyYaF"(ptr %x, ptr swiftasync %ctx) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 1, ptr @"$s3foo3FooO3baryyYaFTu")
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void @use(ptr %x)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @plain(ptr %ctx) {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @repoTu2)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 256, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
@repoTu2 = global <{ i32, i32 }> <{ i32 3, i32 16 }>, align 8
define internal ptr @other(ptr %c) noinline {
  %p = getelementptr i8, ptr %c, i64 8
  %q = load ptr, ptr %p, align 8
  ret ptr %q
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare swifttailcc void @callee(ptr swiftasync)
declare void @use(ptr)

; CHECK-LABEL: define swifttailcc void @repo(ptr swiftasync %ctx)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 16
; CHECK-NEXT:    %ctx.spill.addr = getelementptr inbounds %repo.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %ctx, ptr %ctx.spill.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void @callee(ptr swiftasync %ctx)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @repoTY0_(ptr swiftasync %0) {
; CHECK-LABEL: define internal swifttailcc void @repoTQ1_(ptr swiftasync %0, i64 swiftself %1) {
; CHECK-LABEL: define internal swifttailcc void @repo.resume.2(ptr swiftasync %0)
; CHECK-NEXT:  entryresume.2:
; CHECK-NEXT:    %p.i = getelementptr i8, ptr %0, i64 8
; CHECK-NEXT:    %q.i = load ptr, ptr %p.i, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %q.i, i32 16
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @"$s3foo3FooO3baryyYaFTQ0_"(ptr swiftasync %0) {
; CHECK-LABEL: define swifttailcc void @plain(ptr %ctx) {
; CHECK-LABEL: define internal swifttailcc void @plainTQ0_(ptr %0, i64 %1) {
