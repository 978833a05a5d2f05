; Two awaits, one after the other: the context of the first is kept for the second, and is as large as the larger of them.
; RUN: corolower %s -passes='coro-early,function(coro-async-merge-contexts),cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,function(coro-async-merge-contexts),cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@twoTu = global <{ i32, i32 }> <{ i32 1, i32 24 }>, align 8
@aTu = external global <{ i32, i32 }>
@bTu = external global <{ i32, i32 }>
; CHECK-LABEL: define swifttailcc void @two(
; CHECK:         %[[A:.*]] = zext i32 {{.*}} to i64
; CHECK:         %[[B:.*]] = zext i32 {{.*}} to i64
; CHECK:         %[[MORE:.*]] = icmp ugt i64 %[[A]], %[[B]]
; CHECK:         %[[MAX:.*]] = select i1 %[[MORE]], i64 %[[A]], i64 %[[B]]
; CHECK-NEXT:    %ca = call swiftcc ptr @swift_task_alloc(i64 %[[MAX]])
; CHECK:         musttail call swifttailcc void @a(ptr swiftasync %ca)
; CHECK-LABEL: define internal swifttailcc void @twoTQ0_(
; CHECK-NOT:     swift_task
; CHECK:         %[[CA:.*]] = load ptr, ptr %ca.reload.addr
; CHECK-NOT:     swift_task
; CHECK:         store ptr @twoTQ1_
; CHECK-NOT:     swift_task
; CHECK:         musttail call swifttailcc void @b(ptr swiftasync %{{.*}})
; CHECK-LABEL: define internal swifttailcc void @twoTQ1_(
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %
; CHECK-NOT:     call swiftcc void @swift_task_dealloc
define swifttailcc void @two(ptr swiftasync %ctx, i64 %x) {
entry:
  %id = call token @llvm.coro.id.async(i32 24, i32 16, i32 0, ptr @twoTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %za = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @aTu, i32 0, i32 1), align 4
  %wa = zext i32 %za to i64
  %ca = call swiftcc ptr @swift_task_alloc(i64 %wa)
  store ptr %ctx, ptr %ca, align 8
  %ra = call ptr @llvm.coro.async.resume()
  %rap = getelementptr inbounds { ptr, ptr }, ptr %ca, i32 0, i32 1
  store ptr %ra, ptr %rap, align 8
  %sa = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %ra, ptr @__swift_async_resume_project_context, ptr @go, ptr @a, ptr %ca)
  %va = extractvalue { ptr, i64 } %sa, 1
  call swiftcc void @swift_task_dealloc(ptr %ca)
  %w = mul i64 %va, 3
  %zb = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @bTu, i32 0, i32 1), align 4
  %wb = zext i32 %zb to i64
  %cb = call swiftcc ptr @swift_task_alloc(i64 %wb)
  store ptr %ctx, ptr %cb, align 8
  %rb = call ptr @llvm.coro.async.resume()
  %rbp = getelementptr inbounds { ptr, ptr }, ptr %cb, i32 0, i32 1
  store ptr %rb, ptr %rbp, align 8
  %sb = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %rb, ptr @__swift_async_resume_project_context, ptr @go, ptr @b, ptr %cb)
  %vb = extractvalue { ptr, i64 } %sb, 1
  call swiftcc void @swift_task_dealloc(ptr %cb)
  %sum = add i64 %w, %vb
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @fin, ptr %ctx, i64 %sum)
  unreachable
}
define internal swifttailcc void @go(ptr %fn, ptr %c) {
  musttail call swifttailcc void %fn(ptr swiftasync %c)
  ret void
}
define internal swifttailcc void @fin(ptr %c, i64 %v) {
  musttail call swifttailcc void @after(ptr swiftasync %c, i64 %v)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
declare swifttailcc void @a(ptr swiftasync)
declare swifttailcc void @b(ptr swiftasync)
declare swifttailcc void @after(ptr swiftasync, i64)
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
