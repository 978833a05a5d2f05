; What a walk folds on its way, and what it leaves because only deletion makes it constant.
declare ptr @llvm.coro.begin(token, ptr)
declare void @use(i32)

define i32 @one_case(i32 %x) presplitcoroutine {
entry:
  switch i32 %x, label %other [
    i32 3, label %three
    i32 5, label %other
    i32 4, label %other
  ]

three:
  %p = phi i32 [ 1, %entry ]
  ret i32 %p

other:
  %q = phi i32 [ 2, %entry ], [ 2, %entry ], [ 2, %entry ]
  ret i32 %q
}

define i32 @dead_condition(ptr %frame) presplitcoroutine {
entry:
  %index.addr = getelementptr inbounds { ptr, ptr, i2 }, ptr %frame, i32 0, i32 2
  %index = load i2, ptr %index.addr, align 1
  switch i2 %index, label %unreachable [
    i2 0, label %only
  ]

only:
  ret i32 0

unreachable:
  unreachable
}

define void @constant_by_deletion(i32 %n) presplitcoroutine {
entry:
  br label %suspend

resumed:
  br label %suspend

suspend:
  %k = phi i8 [ -1, %entry ], [ 0, %resumed ]
  switch i8 %k, label %out [
    i8 0, label %loop
    i8 1, label %out
  ]

loop:
  call void @use(i32 %n)
  br label %out

out:
  ret void
}

define i32 @phis(i1 %c, i32 %a) presplitcoroutine {
entry:
  br i1 true, label %yes, label %join

dead:
  br label %join

gone:
  br i1 %c, label %join, label %dead

yes:
  br i1 %c, label %more, label %join

more:
  br label %join

join:
  %p = phi i32 [ 0, %entry ], [ 4, %dead ], [ %a, %yes ], [ 9, %gone ], [ %a, %more ]
  %q = phi i32 [ 7, %entry ], [ 1, %dead ], [ 2, %yes ], [ 8, %gone ], [ 3, %more ]
  %r = add i32 %p, %q
  ret i32 %r
}

define i32 @same_target(i32 %a, i32 %b) presplitcoroutine {
entry:
  %s = add i32 %a, %b
  %c = icmp eq i32 %s, 3
  br i1 %c, label %next, label %next, !llvm.loop !0

next:
  %p = phi i32 [ %a, %entry ], [ %a, %entry ]
  ret i32 %p
}

define i32 @weights(i32 %a) presplitcoroutine {
entry:
  switch i32 %a, label %x [
    i32 1, label %x
    i32 2, label %y
    i32 3, label %z
  ], !prof !1

x:
  ret i32 1

y:
  ret i32 2

z:
  switch i32 %a, label %x [
    i32 7, label %y
    i32 8, label %x
  ], !prof !2
}

!0 = distinct !{!0}
!1 = !{!"branch_weights", i32 1, i32 2, i32 4, i32 8}
!2 = !{!"branch_weights", i32 1, i32 2, i32 4}
