; Functions of the C library keep no address, so an object that only they get is not in the frame. setvbuf keeps one, and so may a function of
; that name in a file that was compiled with -fno-builtin.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' | opt-22 -passes=verify -disable-output

; CHECK: %plain.Frame = type { ptr, ptr, i64, i1 }
; CHECK: %found.Frame = type { ptr, ptr, i64, i1 }
; CHECK: %kept.Frame = type { ptr, ptr, [208 x i8] }
; CHECK: %own.Frame = type { ptr, ptr, [216 x i8] }
; CHECK: %later.Frame = type { ptr, ptr, [216 x i8] }

define ptr @plain(i32 %n) presplitcoroutine  {
entry:
  %text = alloca [200 x i8], align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 200, ptr @format, i32 %n)
  %l = call i64 @strlen(ptr %text)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @use(i64 %l)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @found(i32 %n) presplitcoroutine  {
entry:
  %text = alloca [200 x i8], align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 200, ptr @format, i32 %n)
  %at = call ptr @strchr(ptr %text, i32 48)
  %l = call i64 @strlen(ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @use(i64 %l)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @kept(i32 %n) presplitcoroutine  {
entry:
  %text = alloca [200 x i8], align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call i32 @setvbuf(ptr null, ptr %text, i32 0, i64 200)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @use(i64 1)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @own(i32 %n) presplitcoroutine "no-builtins" {
entry:
  %text = alloca [200 x i8], align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 200, ptr @format, i32 %n)
  %l = call i64 @strlen(ptr %text)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @use(i64 %l)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @later(i32 %n) presplitcoroutine  {
entry:
  %text = alloca [200 x i8], align 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 200, ptr @format, i32 %n)
  %at = call ptr @strchr(ptr %text, i32 48)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %l = call i64 @strlen(ptr %at)
  call void @use(i64 %l)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

@format = private constant [3 x i8] c"%d\00"

declare i32 @snprintf(ptr, i64, ptr, ...)
declare i64 @strlen(ptr)
declare ptr @strchr(ptr, i32)
declare i32 @setvbuf(ptr, ptr, i32, i64)
declare void @use(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
