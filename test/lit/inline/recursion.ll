; A function that calls itself is not inlined into itself; the chain above it ends.
; RUN: corolower %s -passes='cgscc(inline)' -S | FileCheck %s

define i32 @down(i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %out, label %more

more:
  %m = sub i32 %n, 1
  %r = call i32 @down(i32 %m)
  br label %out

out:
  %v = phi i32 [ 0, %entry ], [ %r, %more ]
  ret i32 %v
}

; CHECK-LABEL: define i32 @down(
; CHECK:         call i32 @down(i32 %m)
; CHECK-NOT:     call
; CHECK:         ret i32
