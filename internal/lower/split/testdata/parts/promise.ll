; The promise lies behind the two pointers, at its alignment.
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %mem = call ptr @get(i64 16)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 1, ptr %promise
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  %v = load i32, ptr %promise
  call void @usei(i32 %v)
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
declare ptr @get(i64)
declare void @drop(ptr)
declare void @usei(i32)
