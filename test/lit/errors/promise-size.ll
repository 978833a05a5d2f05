; The promise has a fixed place in the frame, so its size must be a constant: not a count known at run time, nor a scalable type, nor a number that the linker knows.
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s -S -o /dev/null 2>&1 | FileCheck %s

define ptr @count(i32 %n) presplitcoroutine {
entry:
; CHECK: promise-size.ll:[[@LINE+1]]:14: error: the promise must have a constant size, because it has a fixed place in the frame [promise-not-alloca]
  %promise = alloca i32, i32 %n, align 16
; CHECK: promise-size.ll:[[@LINE+1]]:9: note: it is named as the promise here
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @scalable(i32 %n) presplitcoroutine {
entry:
; CHECK: promise-size.ll:[[@LINE+1]]:14: error: the promise must have a constant size, because it has a fixed place in the frame [promise-not-alloca]
  %promise = alloca { i32, [2 x <vscale x 4 x i32>] }, align 16
; CHECK: promise-size.ll:[[@LINE+1]]:9: note: it is named as the promise here
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @linker(i32 %n) presplitcoroutine {
entry:
; CHECK: promise-size.ll:[[@LINE+1]]:14: error: the promise must have a constant size, because it has a fixed place in the frame [promise-not-alloca]
  %promise = alloca i32, i32 ptrtoint (ptr @malloc to i32), align 16
; CHECK: promise-size.ll:[[@LINE+1]]:9: note: it is named as the promise here
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
