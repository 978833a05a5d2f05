; default<O2> makes of the documentation's example three calls of print, without an allocation.
; REQUIRES: corolower
; RUN: corolower %s -passes='default<O2>' -S | FileCheck %s
; RUN: corolower %s -passes='default<O2>' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  br label %loop

loop:
  %val = phi i32 [ %n, %begin ], [ %inc, %loop ]
  %inc = add nsw i32 %val, 1
  call void @print(i32 %val)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
entry:
  %hdl = call ptr @f(i32 4)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.destroy(ptr %hdl)
  ret i32 0
}

; CHECK-LABEL: define i32 @main()
; CHECK-NOT:     @malloc
; CHECK:         call void @print(i32 4)
; CHECK-NOT:     @malloc
; CHECK:         call void @print(i32 5)
; CHECK:         call void @print(i32 6)
; CHECK-NOT:     call
; CHECK:         ret i32 0

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
