; A second `coro.free` has another operand than the handle.
; PASSES: default<O2>
; LLVM 22: abort: Instruction does not dominate all uses
; clang 22: exit code 139
; corolower: lowered

define ptr @f(ptr %h) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %return [ i8 0, label %resumed
                                i8 1, label %clean ]
resumed:
  %more = call i1 @step()
  br label %clean
clean:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %return
return:
  %other = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @use(ptr %other)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @malloc(i64)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @step()
declare ptr @llvm.coro.free(token, ptr)
declare void @free(ptr)
declare void @use(ptr)
declare void @llvm.coro.end(ptr, i1, token)
