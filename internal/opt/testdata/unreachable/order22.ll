; Since LLVM 22 the last entry of a phi takes the place of one that goes.
define i32 @f(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
    i32 2, label %m
  ]

dead:
  br label %m

a:
  br label %m

b:
  br label %m

m:
  %p = phi i32 [ 9, %dead ], [ 1, %a ], [ 2, %b ], [ 7, %entry ]
  ret i32 %p
}
