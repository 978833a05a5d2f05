; No lowering needs the first operand of llvm.coro.end.async, so a value that is
; only used there is not stored in the frame across a suspend.
; RUN: corolower -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S %s | FileCheck %s

@waitTu = global <{ i32, i32 }> <{ i32 16, i32 16 }>, align 8

; CHECK-LABEL: define {{.*}}void @wait(
; CHECK: call swifttailcc void @work(ptr swiftasync %ctx)
; CHECK-LABEL: define internal swifttailcc void @waitTY0_(ptr
; CHECK-NOT: load
; CHECK: ret void
define swifttailcc void @wait(ptr swiftasync %ctx) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @waitTu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %box = call ptr @box()
  %resume = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %resume, ptr @__swift_async_resume_get_context, ptr @go, ptr @work, ptr %ctx)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %box, i1 false)
  unreachable
}

define internal swifttailcc void @go(ptr %to, ptr %ctx) {
  musttail call swifttailcc void %to(ptr swiftasync %ctx)
  ret void
}

define ptr @__swift_async_resume_get_context(ptr %ctx) {
  ret ptr %ctx
}

declare ptr @box()
declare swifttailcc void @work(ptr swiftasync)
