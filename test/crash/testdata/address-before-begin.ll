; An address at a variable offset is computed before `coro.begin`.
; PASSES: default<O2>
; LLVM 22: abort: Unable to handle an alias with unknown offset created before CoroBegin
; clang 22: exit code 70
; corolower: 10:9: error: Unable to handle an alias with unknown offset created before CoroBegin.

define ptr @f(i64 %n) presplitcoroutine {
entry:
  %x = alloca [4 x i64]
  %at = getelementptr i64, ptr %x, i64 %n
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i64 1, ptr %at
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %return [ i8 0, label %resumed
                                i8 1, label %clean ]
resumed:
  call void @use(ptr %x)
  br label %clean
clean:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %return
return:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @use(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @llvm.coro.end(ptr, i1, token)
