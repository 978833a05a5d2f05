; A pass reads the initializer of a variable that its function uses. An error there is reported as itself, not as invalid IR made by the pass.
; RUN: not corolower %s -w 2>&1 | FileCheck %s
; CHECK-NOT: internal error
; CHECK: initializer-in-pass.ll:[[#@LINE+2]]:36: error: expected function name in blockaddress
; CHECK-NOT: internal error
@table = constant ptr blockaddress(5)

define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.coro.resume(ptr @table)
  ret ptr %hdl
}

declare ptr @malloc(i64)
declare void @llvm.coro.resume(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
