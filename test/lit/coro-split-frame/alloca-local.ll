; A local that does not escape and is used on one side of the suspend only stays a stack variable of each function.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %before = alloca i32, align 4
  %after = alloca i32, align 4
  store i32 %n, ptr %before, align 4
  %v = load i32, ptr %before, align 4
  call void @print(i32 %v)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  store i32 7, ptr %after, align 4
  call void @peek(ptr %after)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i1 }

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: %before = alloca i32, align 4
; CHECK: store i32 %n, ptr %before, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: %after = alloca i32, align 4
; CHECK-NEXT: %before = alloca i32, align 4
; CHECK: store i32 7, ptr %after, align 4
; CHECK-NEXT: call void @peek(ptr %after)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @peek(ptr captures(none))
