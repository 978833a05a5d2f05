; A coro.free written with token none (as front ends do) gets the function's own coro.id.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %m = call ptr @llvm.coro.free(token none, ptr %hdl)
  call void @free(ptr %m)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f()
; CHECK-NOT: token none, ptr %hdl
; CHECK: call ptr @llvm.coro.free(token %id, ptr %hdl)

; A second coro.id is not that of the frame.
define ptr @two() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %n = call ptr @llvm.coro.free(token none, ptr %hdl)
  call void @free(ptr %m)
  %o = call ptr @llvm.coro.free(token none, ptr null)
  %other = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @two()
; CHECK: call ptr @llvm.coro.free(token %id, ptr %hdl)
; CHECK: call ptr @llvm.coro.free(token %id, ptr %hdl)
; CHECK: call ptr @llvm.coro.free(token %id, ptr null)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
