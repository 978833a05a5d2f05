; A struct with the address of a variable that is made before coro.begin and used after it cannot be made again in the frame.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -disable-output 2>&1 | FileCheck %s
; REQUIRES: corolower

define ptr @struct() presplitcoroutine {
entry:
  %x = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
; CHECK: alias-no-pointer.ll:[[#@LINE+1]]:11: error: Unable to handle an alias
  %pair = insertvalue { ptr, i32 } poison, ptr %x, 0
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %on
                                 i8 1, label %suspend ]
on:
  %p = extractvalue { ptr, i32 } %pair, 0
  store i32 1, ptr %p
  call void @use(ptr %p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @integer() presplitcoroutine {
entry:
  %x = alloca i32
  %box = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  store ptr %x, ptr %box
; CHECK: alias-no-pointer.ll:[[#@LINE+1]]:8: error: Unable to handle an alias
  %i = load i64, ptr %box
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %on
                                 i8 1, label %suspend ]
on:
  %p = inttoptr i64 %i to ptr
  call void @use(ptr %p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @use(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
