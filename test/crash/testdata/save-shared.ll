; Two suspends share one `coro.save`.
; PASSES: default<O2>
; LLVM 22: segmentation fault
; clang 22: exit code 139
; corolower: 18:8: error: coro.save used by more than one coro.suspend [save-shared]

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  %s0 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s0, label %return [ i8 0, label %again
                                 i8 1, label %clean ]
again:
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %return [ i8 0, label %resumed
                                i8 1, label %clean ]
resumed:
  call void @show(i64 1)
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
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @show(i64)
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @llvm.coro.end(ptr, i1, token)
