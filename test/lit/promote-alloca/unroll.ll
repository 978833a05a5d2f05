; Short loops over a local array are unrolled if then no index into the array is unknown: everything in the variable becomes
; a value. So is a loop whose copies together are hardly longer than itself. Another one stays as it is.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt's loop-unroll-full unrolls whatever is profitable; opt has no pass that only unrolls for SROA.
; RUN: corolower %s -passes=promote-alloca -S | FileCheck %s
; RUN: corolower %s -passes=promote-alloca -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define i32 @filled(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: ret i32
define i32 @filled(i32 %x) {
entry:
  %a = alloca { ptr, [3 x i32] }
  store ptr null, ptr %a
  %array = getelementptr { ptr, [3 x i32] }, ptr %a, i32 0, i32 1
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = mul i32 %x, %i
  %p = getelementptr [3 x i32], ptr %array, i32 0, i32 %i
  store i32 %y, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %sum

sum:
  %end = getelementptr i32, ptr %array, i32 3
  br label %head

head:
  %q = phi ptr [ %array, %sum ], [ %q.next, %body ]
  %s = phi i32 [ 0, %sum ], [ %s.next, %body ]
  %done = icmp eq ptr %q, %end
  br i1 %done, label %out, label %body

body:
  %v = load i32, ptr %q
  %s.next = add i32 %s, %v
  %q.next = getelementptr i32, ptr %q, i32 1
  br label %head

out:
  ret i32 %s
}

; CHECK-LABEL: define i32 @called(
; CHECK: alloca
; CHECK: phi
define i32 @called(i32 %x) {
entry:
  %a = alloca [3 x i32]
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr [3 x i32], ptr %a, i32 0, i32 %i
  call void @fill(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %out

out:
  %q = getelementptr [3 x i32], ptr %a, i32 0, i32 %x
  %v = load i32, ptr %q
  ret i32 %v
}

declare void @fill(ptr)

; CHECK-LABEL: define i32 @indexed(
; CHECK: alloca
; CHECK-NOT: phi
; CHECK: store i32 2
; CHECK: ret i32
define i32 @indexed(i32 %x) {
entry:
  %a = alloca [3 x i32]
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr [3 x i32], ptr %a, i32 0, i32 %i
  store i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %out

out:
  %q = getelementptr [3 x i32], ptr %a, i32 0, i32 %x
  %v = load i32, ptr %q
  ret i32 %v
}
