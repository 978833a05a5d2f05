; A suspend of the returned-continuation lowering in a coroutine that begins with coro.id.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
; CHECK: retcon-suspend-with-id.ll:[[@LINE+1]]:{{[0-9]+}}: error: coro.id must be paired with coro.suspend
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %s, label %cleanup, label %suspend

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare ptr @malloc(i64)
declare void @free(ptr)
