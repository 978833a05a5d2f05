; A resume function is entered as often as the block of its suspend runs.
; REQUIRES: corolower
; RUN: corolower %s -verify-each -passes='cgscc(coro-split)' -S | FileCheck %s

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
; CHECK: define swifttailcc void @f({{.*}} !prof [[RAMP:![0-9]+]]
; CHECK: define internal swifttailcc void @{{.*}}({{.*}} !prof [[LOOP:![0-9]+]]
; CHECK: define internal swifttailcc void @{{.*}}({{.*}} !prof [[OUT:![0-9]+]]
; CHECK-DAG: [[RAMP]] = !{!"function_entry_count", i64 10}
; CHECK-DAG: [[LOOP]] = !{!"function_entry_count", i64 {{999|1000}}}
; CHECK-DAG: [[OUT]] = !{!"function_entry_count", i64 {{9|10}}}
define swifttailcc void @f(ptr swiftasync %ctx, i1 %more) presplitcoroutine !prof !0 {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %r0 = call ptr @llvm.coro.async.resume()
  %s0 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
  br i1 %more, label %loop, label %out, !prof !1
out:
  %r1 = call ptr @llvm.coro.async.resume()
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @__swift_async_resume_project_context, ptr @go, ptr @callee, ptr %ctx)
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
declare swifttailcc void @callee(ptr swiftasync)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
!0 = !{!"function_entry_count", i64 10}
!1 = !{!"branch_weights", i32 990, i32 10}
