; An object whose size is not a constant, and whose content no suspend needs, can still not be made anew in a part: the part does not know the size. Splitting
; refuses it, and check says the same.
; RUN: not corolower %s -o - 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s
; CHECK: [[@LINE+3]]:8: error: Coroutines cannot handle non static allocas yet
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %a = alloca i8, i32 %n, align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  br label %cleanup
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
