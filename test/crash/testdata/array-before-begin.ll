; An array of objects is written before `coro.begin`.
; PASSES: default<O0>
; LLVM 22: abort: Coroutines cannot handle copying of array allocas yet
; clang 22: exit code 70
; corolower: 9:8: error: Coroutines cannot handle copying of array allocas yet

define ptr @f() presplitcoroutine {
entry:
  %x = alloca i64, i32 4
  call void @use(ptr %x)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
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
declare void @use(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @llvm.coro.end(ptr, i1, token)
