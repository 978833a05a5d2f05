; A part has other arguments than the coroutine, and returns to another caller, so it cannot run a call that uses them. LLVM makes invalid IR.
; The call after coro.end is the ramp's only.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s

define ptr @tail(ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
; CHECK: [[#@LINE+1]]:8: error: unsupported: this call replaces the function's return, and is reached after a suspend
  %r = musttail call ptr @other(ptr %p)
  ret ptr %r
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @deopt(ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
; CHECK: [[#@LINE+1]]:8: error: unsupported: this call replaces the function's return, and is reached after a suspend
  %r = call ptr (...) @llvm.experimental.deoptimize.p0(i32 1) [ "deopt"(i32 1) ]
  ret ptr %r
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @variadic(i32 %n, ...) presplitcoroutine {
entry:
  %ap = alloca [24 x i8], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
; CHECK: [[#@LINE+1]]:3: error: variable arguments are used after a suspend, when their caller has returned
  call void @llvm.va_start.p0(ptr %ap)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  br label %cleanup
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-NOT: error
define ptr @right(ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  %r = musttail call ptr @other(ptr %p)
  ret ptr %r
}

declare ptr @other(ptr)
declare ptr @llvm.experimental.deoptimize.p0(...)
declare void @llvm.va_start.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
