; Several objects of no size: there is no slot to take the first of, and any address in the frame will do. A group of attributes has the last
; word over what stands beside it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt-22 makes an address of an array of a pointer, and aborts

define ptr @f() presplitcoroutine "frame-pointer" #0 {
entry:
  %none = alloca [0 x i32], i8 4
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @use(ptr %none)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @use(ptr %none)
  br label %cleanup

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
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
attributes #0 = { "frame-pointer"="all" }

; CHECK: define internal fastcc void @f.resume(
; CHECK: %none.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK: attributes #{{[0-9]+}} = { "frame-pointer"="all" }
