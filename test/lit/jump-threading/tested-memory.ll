; A range-for over a generator tests the frame twice for each value: operator++ looks for an exception when the coroutine is
; done, and the loop ends then. The second test has the result of the first, so the edges bypass it, and it remains as the
; test before the loop.
; REQUIRES: corolower
; RUN: corolower %s -passes='function(jump-threading<loads>,dce,simplifycfg)' | FileCheck %s
; RUN: corolower %s -passes='function(jump-threading,dce,simplifycfg)' | FileCheck %s
; RUN: corolower %s -passes='function(simplifycfg)' | FileCheck --check-prefix=WITHOUT %s

target triple = "x86_64-pc-linux-gnu"

declare void @resume(ptr)
declare void @rethrow() noreturn

; CHECK-LABEL: define i64 @sum(
; CHECK: load ptr, ptr %frame
; CHECK: br i1 %{{.*}}, label %exit, label %body
; CHECK: body:
; CHECK-NEXT: %[[SUM:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %body ]
; CHECK-NEXT: %[[NEXT]] = add i64 %[[SUM]], 1
; CHECK-NEXT: call void @resume(ptr %frame)
; CHECK-NEXT: load ptr, ptr %frame
; CHECK: br i1 %{{.*}}, label %done, label %body
; CHECK: done:
; CHECK: br i1 %{{.*}}, label %exit, label %failed

; WITHOUT-LABEL: define i64 @sum(
; WITHOUT: br i1 %{{.*}}, label %done, label %plus
; WITHOUT: plus:
; WITHOUT-NEXT: br label %again
define i64 @sum() {
entry:
  %frame = alloca { ptr, ptr, ptr }
  call void @resume(ptr %frame)
  br label %again

again:
  %sum = phi i64 [ 0, %entry ], [ %next, %plus ]
  %f = load ptr, ptr %frame
  %end = icmp eq ptr %f, null
  br i1 %end, label %exit, label %body

body:
  %next = add i64 %sum, 1
  call void @resume(ptr %frame)
  %g = load ptr, ptr %frame
  %is.done = icmp eq ptr %g, null
  br i1 %is.done, label %done, label %plus

done:
  %exception.addr = getelementptr { ptr, ptr, ptr }, ptr %frame, i32 0, i32 2
  %exception = load ptr, ptr %exception.addr
  %none = icmp eq ptr %exception, null
  br i1 %none, label %plus, label %failed

failed:
  call void @rethrow()
  unreachable

plus:
  br label %again

exit:
  ret i64 %sum
}
