; A copy of a block is copied again. The edges into %mid on which %c is true continue in %y, over a copy of %mid. Then the
; test in %y is known on both edges into that copy, so it is copied for each. Each copy defines %s.
; REQUIRES: corolower
; RUN: corolower %s -passes='function(jump-threading)' -verify-each | FileCheck %s
; RUN: corolower %s -passes='function(jump-threading<loads>)' -verify-each | FileCheck %s

declare void @use(i64)

; CHECK-LABEL: define void @f(
; CHECK: br i1 %c, label %x, label %[[ELSE:.*]]
; CHECK: br i1 %n, label %[[NULL:.*]], label %r
; CHECK: br label %[[OTHER:.*]]
; CHECK: [[ELSE]]:
; CHECK-NEXT: %[[A:.*]] = mul i64 %k, %i
; CHECK: [[NULL]]:
; CHECK-NEXT: %[[B:.*]] = mul i64 %k, %i
; CHECK: [[OTHER]]:
; CHECK-NEXT: %[[C:.*]] = mul i64 %k, %i
; CHECK: %[[S:.*]] = phi i64 [ %[[A]], %[[ELSE]] ], [ %[[C]], %q ], [ %[[B]], %{{.*}} ]
; CHECK-NEXT: call void @use(i64 %[[S]])
define void @f(i64 %i, ptr %p, i1 %c) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %end ]
  br i1 %c, label %x, label %mid

x:
  %v = load ptr, ptr %p
  %n = icmp eq ptr %v, null
  br i1 %n, label %mid, label %r

r:
  br label %mid

mid:
  %s = mul i64 %k, %i
  br i1 %c, label %y, label %end

y:
  %w = load ptr, ptr %p
  %m = icmp eq ptr %w, null
  br i1 %m, label %end, label %q

q:
  br label %end

end:
  call void @use(i64 %s)
  %next = add i64 %k, 1
  br label %loop
}
