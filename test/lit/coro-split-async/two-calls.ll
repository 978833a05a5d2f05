; Two calls, one after the other: the ramp and two resume functions hand control on by tail calls, and the context is as large as all that
; lives across them.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@twoTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @two to i64), i64 ptrtoint (ptr @twoTu to i64)) to i32), i32 24 }>, align 8
@aTu = external global <{ i32, i32 }>
@bTu = external global <{ i32, i32 }>
define swifttailcc void @two(ptr swiftasync %ctx, i32 %x) {
entry:
  %id = call token @llvm.coro.id.async(i32 24, i32 16, i32 0, ptr @twoTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %sza = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @aTu, i32 0, i32 1), align 4
  %sza64 = zext i32 %sza to i64
  %ca = call swiftcc ptr @swift_task_alloc(i64 %sza64)
  store ptr %ctx, ptr %ca, align 8
  %ra = call ptr @llvm.coro.async.resume()
  %rap = getelementptr inbounds { ptr, ptr }, ptr %ca, i32 0, i32 1
  store ptr %ra, ptr %rap, align 8
  %sa = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %ra, ptr @__swift_async_resume_project_context, ptr @go, ptr @a, ptr %ca)
  %va = extractvalue { ptr, i64 } %sa, 1
  call swiftcc void @swift_task_dealloc(ptr %ca)
  call void @note(i64 %va)
  %szb = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @bTu, i32 0, i32 1), align 4
  %szb64 = zext i32 %szb to i64
  %cb = call swiftcc ptr @swift_task_alloc(i64 %szb64)
  store ptr %ctx, ptr %cb, align 8
  %rb = call ptr @llvm.coro.async.resume()
  %rbp = getelementptr inbounds { ptr, ptr }, ptr %cb, i32 0, i32 1
  store ptr %rb, ptr %rbp, align 8
  %sb = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %rb, ptr @__swift_async_resume_project_context, ptr @go, ptr @b, ptr %cb)
  %vb = extractvalue { ptr, i64 } %sb, 1
  call swiftcc void @swift_task_dealloc(ptr %cb)
  %sum = add i64 %va, %vb
  %xe = zext i32 %x to i64
  %sum2 = add i64 %sum, %xe
  %kp = getelementptr inbounds { ptr, ptr }, ptr %ctx, i32 0, i32 1
  %k = load ptr, ptr %kp, align 8
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @fin, ptr %k, ptr %ctx, i64 %sum2)
  unreachable
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define internal swifttailcc void @fin(ptr %fn, ptr %c, i64 %v) {
  musttail call swifttailcc void %fn(ptr swiftasync %c, i64 %v)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare swifttailcc void @a(ptr swiftasync)
declare swifttailcc void @b(ptr swiftasync)
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare void @note(i64)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)

; CHECK: @twoTu = {{.*}}, i32 64 }>
; CHECK-LABEL: define swifttailcc void @two(ptr swiftasync %ctx, i32 %x)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %ctx, i32 24
; CHECK-NEXT:    %x.spill.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store i32 %x, ptr %x.spill.addr, align 4
; CHECK-NEXT:    %ctx.spill.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %ctx, ptr %ctx.spill.addr, align 8
; CHECK-NEXT:    %sza = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @aTu, i32 0, i32 1), align 4
; CHECK-NEXT:    %sza64 = zext i32 %sza to i64
; CHECK-NEXT:    %ca = call swiftcc ptr @swift_task_alloc(i64 %sza64)
; CHECK-NEXT:    %ca.spill.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store ptr %ca, ptr %ca.spill.addr, align 8
; CHECK-NEXT:    store ptr %ctx, ptr %ca, align 8
; CHECK-NEXT:    %rap = getelementptr inbounds { ptr, ptr }, ptr %ca, i32 0, i32 1
; CHECK-NEXT:    store ptr @twoTQ0_, ptr %rap, align 8
; CHECK-NEXT:    musttail call swifttailcc void @a(ptr swiftasync %ca)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @twoTQ0_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 24
; CHECK-NEXT:    %ca.reload.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %ca.reload = load ptr, ptr %ca.reload.addr, align 8
; CHECK-NEXT:    %ctx.reload.addr5 = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload6 = load ptr, ptr %ctx.reload.addr5, align 8
; CHECK-NEXT:    %va.spill.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 %1, ptr %va.spill.addr, align 8
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %ca.reload)
; CHECK-NEXT:    call void @note(i64 %1)
; CHECK-NEXT:    %szb = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @bTu, i32 0, i32 1), align 4
; CHECK-NEXT:    %szb64 = zext i32 %szb to i64
; CHECK-NEXT:    %cb = call swiftcc ptr @swift_task_alloc(i64 %szb64)
; CHECK-NEXT:    %cb.spill.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    store ptr %cb, ptr %cb.spill.addr, align 8
; CHECK-NEXT:    store ptr %ctx.reload6, ptr %cb, align 8
; CHECK-NEXT:    %rbp = getelementptr inbounds { ptr, ptr }, ptr %cb, i32 0, i32 1
; CHECK-NEXT:    store ptr @twoTQ1_, ptr %rbp, align 8
; CHECK-NEXT:    musttail call swifttailcc void @b(ptr swiftasync %cb)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @twoTQ1_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.1:
; CHECK-NEXT:    %p.i = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %p.i, i32 24
; CHECK-NEXT:    %cb.reload.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %cb.reload = load ptr, ptr %cb.reload.addr, align 8
; CHECK-NEXT:    %va.reload.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %va.reload = load i64, ptr %va.reload.addr, align 8
; CHECK-NEXT:    %x.reload.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    %x.reload = load i32, ptr %x.reload.addr, align 4
; CHECK-NEXT:    %ctx.reload.addr3 = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload4 = load ptr, ptr %ctx.reload.addr3, align 8
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %cb.reload)
; CHECK-NEXT:    %sum = add i64 %va.reload, %1
; CHECK-NEXT:    %xe = zext i32 %x.reload to i64
; CHECK-NEXT:    %sum2 = add i64 %sum, %xe
; CHECK-NEXT:    %kp = getelementptr inbounds { ptr, ptr }, ptr %ctx.reload4, i32 0, i32 1
; CHECK-NEXT:    %k = load ptr, ptr %kp, align 8
; CHECK-NEXT:    %ctx.reload.addr = getelementptr inbounds %two.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %ctx.reload = load ptr, ptr %ctx.reload.addr, align 8
; CHECK-NEXT:    musttail call swifttailcc void %k(ptr swiftasync %ctx.reload, i64 %sum2)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
