; The size rounded up to the alignment is made of both: it is not the alignment in the place of the size. MLIR writes it so.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %align = call i64 @llvm.coro.align.i64()
  %a = add i64 %size, %align
  %b = sub i64 %a, 1
  %m = sub i64 0, %align
  %rounded = and i64 %b, %m
  %mem = call ptr @aligned_alloc(i64 %align, i64 %rounded)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare i64 @llvm.coro.align.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
