; Without a coro.begin nothing runs behind an end, so no value comes from there.
define i32 @f(i8 %n) presplitcoroutine {
entry:
  switch i8 %n, label %a [
    i8 1, label %b
    i8 2, label %join
  ]
a:
  br label %join
b:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  switch i8 %n, label %join [
    i8 3, label %join
    i8 4, label %c
  ]
c:
  br label %join
join:
  %p = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %b ], [ 2, %b ], [ 3, %c ]
  ret i32 %p
}
declare void @llvm.coro.end(ptr, i1, token)
