; coro.is_in_ramp is true in the ramp and false in every part.
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @get(i64 16)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %r = call i1 @llvm.coro.is_in_ramp()
  %z = zext i1 %r to i32
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  %q = call i1 @llvm.coro.is_in_ramp()
  %y = zext i1 %q to i32
  call void @usei(i32 %y)
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @drop(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.is_in_ramp()
declare ptr @get(i64)
declare void @drop(ptr)
declare void @usei(i32)
