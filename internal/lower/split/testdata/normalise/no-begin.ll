; Without a coro.begin what is left of the skeleton is taken apart.
define void @f() presplitcoroutine {
entry:
  %h = call ptr @llvm.coro.frame()
  call void @use(ptr %h)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %z = zext i8 %s to i32
  call void @usei(i32 %z)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}
declare ptr @llvm.coro.frame()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @use(ptr)
declare void @usei(i32)
