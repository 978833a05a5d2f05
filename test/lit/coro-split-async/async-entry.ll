; A function that begins an asynchronous call says so; those that go on from it do not, and one that a callee returns to says that.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: it leaves "async_entry" on all of them, as the Swift compiler does not

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) noinline "async_entry" {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  %r1 = call ptr @llvm.coro.async.resume()
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @__swift_async_resume_get_context, ptr @go, ptr @callee, ptr %ctx)
  call void @note(i64 %n)
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
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare swifttailcc void @callee(ptr swiftasync)
declare void @note(i64)

; CHECK: define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) [[f:#[0-9]+]] {
; CHECK: define internal swifttailcc void @fTQ0_(ptr swiftasync %0) [[fTQ0:#[0-9]+]] {
; CHECK: define internal swifttailcc void @fTY1_(ptr swiftasync %0) [[fTY1:#[0-9]+]] {
; CHECK: attributes [[f]] = { noinline "async_entry" }
; CHECK: attributes [[fTQ0]] = { noinline "async_ret" }
; CHECK: attributes [[fTY1]] = { noinline }
