; A loop with a small constant number of iterations is unrolled; the first iteration is copied if it decides a branch of the
; others.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt's loop-unroll needs loops in its canonical form, and keeps what it copies for later passes.
; RUN: corolower %s -passes=loop-unroll -S | FileCheck %s
; RUN: corolower %s -passes=loop-unroll -S | opt-22 -passes=verify -disable-output

declare i32 @shuffle(i32, i32) convergent
declare i1 @ask()
declare void @begin()
declare void @continue()

; CHECK-LABEL: define i32 @butterfly(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[A:%.*]] = call i32 @shuffle(i32 %v, i32 4)
; CHECK-NEXT: [[X:%.*]] = add i32 %v, [[A]]
; CHECK-NEXT: [[B:%.*]] = call i32 @shuffle(i32 [[X]], i32 2)
; CHECK-NEXT: [[Y:%.*]] = add i32 [[X]], [[B]]
; CHECK-NEXT: [[C:%.*]] = call i32 @shuffle(i32 [[Y]], i32 1)
; CHECK-NEXT: [[Z:%.*]] = add i32 [[Y]], [[C]]
; CHECK-NEXT: ret i32 [[Z]]
define i32 @butterfly(i32 %v) convergent {
entry:
  br label %head
head:
  %mask = phi i32 [ 4, %entry ], [ %next, %body ]
  %sum = phi i32 [ %v, %entry ], [ %more, %body ]
  %c = icmp ne i32 %mask, 0
  br i1 %c, label %body, label %done
body:
  %other = call i32 @shuffle(i32 %sum, i32 %mask)
  %more = add i32 %sum, %other
  %next = lshr i32 %mask, 1
  br label %head
done:
  ret i32 %sum
}

; CHECK-LABEL: define void @first(
; CHECK: call void @begin()
; CHECK-NOT: @begin
; CHECK: call void @continue()
; CHECK-NOT: @continue
; CHECK: ret void
define void @first() {
entry:
  br label %loop
loop:
  %started = phi i1 [ false, %entry ], [ true, %end ]
  br i1 %started, label %old, label %new
new:
  call void @begin()
  br label %end
old:
  call void @continue()
  br label %end
end:
  %c = call i1 @ask()
  br i1 %c, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define i32 @forbidden(
; CHECK: br i1 %c, label %loop, label %done, !llvm.loop
define i32 @forbidden(i32 %v) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, 3
  br i1 %c, label %loop, label %done, !llvm.loop !0
done:
  ret i32 %next
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
