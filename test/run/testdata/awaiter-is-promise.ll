; The awaiter is the promise itself, which the wrapper of await_suspend finds by the handle of the waiting coroutine and replaces: the
; coroutine that runs next is the one that the promise holds then.
; PRINTS: 2
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
@fmt = private constant [4 x i8] c"%d \00"
@other = global ptr null
define ptr @wrapper(ptr captures(none) %awaiter, ptr %hdl) {
  %p = call ptr @llvm.coro.promise(ptr %hdl, i32 8, i1 false)
  %o = load ptr, ptr @other
  store ptr %o, ptr %p
  %r = load ptr, ptr %awaiter
  ret ptr %r
}
define ptr @simple(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %more
                                 i8 1, label %cleanup ]
more:
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %n)
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define ptr @f(ptr %first) presplitcoroutine {
entry:
  %promise = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %first, ptr %promise
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr captures(none) %promise, ptr %hdl, ptr @wrapper)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define i32 @main() {
  %a = call ptr @simple(i32 1)
  %b = call ptr @simple(i32 2)
  store ptr %b, ptr @other
  %h = call ptr @f(ptr %a)
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.coro.destroy(ptr %a)
  call void @llvm.coro.destroy(ptr %b)
  ret i32 0
}
