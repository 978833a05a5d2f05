; An address at a variable offset, computed before coro.begin and used after it.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s

define ptr @f(i64 %i) presplitcoroutine {
entry:
  %buf = alloca [4 x i32], align 4
; CHECK: alias-of-unknown-offset.ll:[[@LINE+1]]:{{[0-9]+}}: error: Unable to handle an alias with unknown offset created before CoroBegin
  %at = getelementptr i32, ptr %buf, i64 %i
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 1, ptr %at, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %buf)
  br label %cleanup

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
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
