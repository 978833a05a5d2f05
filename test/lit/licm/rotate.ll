; The test of a loop moves to its end, and loads and computations that are the same in each iteration in front of the loop.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt's licm needs loops that loop-rotate has rotated.
; RUN: corolower %s -passes=licm -S | FileCheck %s
; RUN: corolower %s -passes=licm -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define i32 @count(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[N:%.*]] = load i32, ptr %p
; CHECK-NEXT: [[C:%.*]] = icmp ult i32 0, [[N]]
; CHECK-NEXT: br i1 [[C]], label %[[PRE:.*]], label %done
; CHECK: [[PRE]]:
; CHECK-NEXT: %step = udiv i32 %x, 3
; CHECK-NEXT: br label %body
; CHECK: body:
; CHECK-NEXT: [[I:%.*]] = phi i32
; CHECK-NEXT: %next = add i32 [[I]], %step
; CHECK-NEXT: %c = icmp ult i32 %next, [[N]]
; CHECK-NEXT: br i1 %c, label %body, label %done
define i32 @count(ptr %p, i32 %x) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %n = load i32, ptr %p
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %step = udiv i32 %x, 3
  %next = add i32 %i, %step
  br label %head
done:
  ret i32 %i
}

; The store may write what is loaded.
; CHECK-LABEL: define i32 @written(
; CHECK: body:
; CHECK: store i32 %next, ptr %q
; CHECK: load i32, ptr %p
; CHECK: br i1
define i32 @written(ptr %p, ptr %q) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %n = load i32, ptr %p
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %next = add i32 %i, 1
  store i32 %next, ptr %q
  br label %head
done:
  ret i32 %i
}
