; The coroutine names an ABI that only another compiler has.
; PASSES: default<O2>
; LLVM 22: segmentation fault
; clang 22: exit code 139
; corolower: 12:10: error: custom ABI not found [custom-abi]

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin.custom.abi(token %id, ptr %mem, i32 0)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
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
declare ptr @llvm.coro.begin.custom.abi(token, ptr, i32)
declare i8 @llvm.coro.suspend(token, i1)
declare void @show(i64)
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @llvm.coro.end(ptr, i1, token)
