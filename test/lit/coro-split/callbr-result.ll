; The result of a callbr that is used after a suspend is stored on each of its edges.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK:       %x = callbr i64 asm
; CHECK-NEXT:    to label %[[DIRECT:[a-z.0-9_]+]] [label %[[INDIRECT:[a-z.0-9_]+]]]
; CHECK:       [[DIRECT]]:
; CHECK:         store i64 %x, ptr %[[SLOT:[a-z.0-9]+]]
; CHECK:       [[INDIRECT]]:
; CHECK:         store i64 %x, ptr

define ptr @f(i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %first
    i8 1, label %cleanup
  ]

first:
  %x = callbr i64 asm sideeffect "mov $1, $0", "=r,r,!i"(i64 %n)
          to label %direct [label %indirect]

direct:
  br label %next

indirect:
  br label %next

next:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %second
    i8 1, label %cleanup
  ]

second:
  call void @use(i64 %x)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
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
declare void @use(i64)
