; The counts of calls in an inlined body are scaled to the runs of the inlined call: 250 of 1000. They are removed if its runs are unknown.
; REQUIRES: corolower
; RUN: corolower %s -S -passes='cgscc(inline)' | FileCheck %s
; RUN: corolower %s -S -passes='cgscc(inline)' | opt-22 -passes=verify -disable-output

declare void @leaf()

define internal void @callee(ptr %f) !prof !0 {
  call void @leaf(), !prof !1
  call void %f(), !prof !2
  ret void
}

; CHECK-LABEL: define void @half(
; CHECK: call void @leaf(), !prof [[LEAF:![0-9]+]]
; CHECK: call void %f(), !prof [[VALUES:![0-9]+]]
define void @half(ptr %f, i1 %c) !prof !3 {
  br i1 %c, label %yes, label %no, !prof !4
yes:
  call void @callee(ptr %f)
  br label %no
no:
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK: call void @leaf(), !prof [[COUNTED:![0-9]+]]
define void @counted(ptr %f) {
  call void @callee(ptr %f), !prof !5
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: call void @leaf(){{$}}
; CHECK: call void %f(){{$}}
define void @unknown(ptr %f) {
  call void @callee(ptr %f)
  ret void
}

; CHECK-DAG: [[LEAF]] = !{!"branch_weights", i32 100}
; CHECK-DAG: [[COUNTED]] = !{!"branch_weights", i32 100}
; CHECK-DAG: [[VALUES]] = !{!"VP", i32 0, i64 250, i64 77, i64 200, i64 88, i64 50}
!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"branch_weights", i32 400}
!2 = !{!"VP", i32 0, i64 1000, i64 77, i64 800, i64 88, i64 200}
!3 = !{!"function_entry_count", i64 500}
!4 = !{!"branch_weights", i32 1, i32 1}
!5 = !{!"branch_weights", i32 250}
