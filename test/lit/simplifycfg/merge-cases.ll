; The resume part of a coroutine that continues in the same way after two of its suspends needs no different code for them.
; REQUIRES: corolower
; RUN: corolower %s -passes='function(simplifycfg<merge-cases>)' | FileCheck %s
; RUN: corolower %s -passes='function(simplifycfg)' | FileCheck --check-prefix=WITHOUT %s

; CHECK-LABEL: define void @resume(
; CHECK: i8 1, label %one
; CHECK-NEXT: i8 2, label %one
; CHECK-NOT: two:
; CHECK: loop:
; CHECK-NEXT: %n = phi i64 [ 0, %entry ], [ %x, %one ], [ %more, %loop ]

; WITHOUT: i8 2, label %two
define void @resume(ptr %frame) {
entry:
  %index.addr = getelementptr inbounds i8, ptr %frame, i64 24
  %index = load i8, ptr %index.addr
  switch i8 %index, label %never [
    i8 0, label %loop
    i8 1, label %one
    i8 2, label %two
  ]

one:
  %x.addr = getelementptr inbounds i8, ptr %frame, i64 16
  %x = load i64, ptr %x.addr
  br label %loop

two:
  %y.addr = getelementptr inbounds i8, ptr %frame, i64 16
  %y = load i64, ptr %y.addr
  br label %loop

loop:
  %n = phi i64 [ 0, %entry ], [ %x, %one ], [ %y, %two ], [ %more, %loop ]
  %more = add i64 %n, 1
  %again = call i1 @use(i64 %more)
  br i1 %again, label %loop, label %end

end:
  ret void

never:
  unreachable
}

declare i1 @use(i64)
