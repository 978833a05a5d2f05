; A continuation is entered as often as the block of its suspend runs.
; REQUIRES: corolower
; RUN: corolower %s -S -verify-each -passes='coro-split' | FileCheck %s

; CHECK: define ptr @f({{.*}} !prof [[RAMP:![0-9]+]]
; CHECK: define internal ptr @f.resume.0({{.*}} !prof [[LOOP:![0-9]+]]
; CHECK: define internal ptr @f.resume.1({{.*}} !prof [[RARE:![0-9]+]]
; CHECK-DAG: [[RAMP]] = !{!"function_entry_count", i64 10}
; CHECK-DAG: [[LOOP]] = !{!"function_entry_count", i64 {{999|1000}}}
; CHECK-DAG: [[RARE]] = !{!"function_entry_count", i64 {{9|10}}}
define ptr @f(ptr %buf, i32 %n) presplitcoroutine !prof !0 {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 4, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %j, %resumed ]
  call void @print(i32 %i)
  %unwind = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %unwind, label %cleanup, label %resumed, !prof !1
resumed:
  %j = add i32 %i, -1
  %c = icmp eq i32 %j, 0
  br i1 %c, label %rare, label %loop, !prof !2
rare:
  %unwind1 = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br label %cleanup
cleanup:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @proto(ptr, i1)
declare ptr @take(i32)
declare void @give(ptr)
declare void @print(i32)
!0 = !{!"function_entry_count", i64 10}
!1 = !{!"branch_weights", i32 0, i32 1000}
!2 = !{!"branch_weights", i32 10, i32 990}
