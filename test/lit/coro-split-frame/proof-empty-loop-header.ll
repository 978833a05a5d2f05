; A loop of a block in which nothing happens and one that only that leads to: the proof of the frame comes to an end.
; RUN: corolower -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each -S %s | FileCheck %s
; RUN: corolower -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each -S %s | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: call i1 @more()
; CHECK: call void @put(i32 %

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %header
    i8 1, label %cleanup
  ]

header:
  br label %body

body:
  %again = call i1 @more()
  br i1 %again, label %header, label %done

done:
  call void @put(i32 %n)
  br label %cleanup

cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
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
declare i1 @more()
declare void @put(i32)
