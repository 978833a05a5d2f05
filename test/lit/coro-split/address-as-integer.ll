; The address of an object is stored in a variable and loaded from it as an integer. What is computed of the integer may be the address, so the object is in the frame.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower run %s | FileCheck %s --check-prefix=PRINTS
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | corolower run - | FileCheck %s --check-prefix=PRINTS
; RUN: corolower %s -S | corolower run - | FileCheck %s --check-prefix=PRINTS
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM leaves both objects on the stack.

; CHECK: %sum.Frame = type { ptr, ptr, i32, i32, i1 }
; CHECK: %pointer.Frame = type { ptr, ptr, i32, i32, i1 }
; PRINTS: 3
; PRINTS-NEXT: 4

define ptr @sum(i32 %n) presplitcoroutine {
entry:
  %x = alloca i32
  %box = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %more
                                 i8 1, label %cleanup ]
more:
  store i32 %n, ptr %x
  store ptr %x, ptr %box
  %i = load i64, ptr %box
  %j = add i64 %i, 0
  store i64 %j, ptr @known
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @pointer(i32 %n) presplitcoroutine {
entry:
  %x = alloca i32
  %box = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %more
                                 i8 1, label %cleanup ]
more:
  store i32 %n, ptr %x
  store ptr %x, ptr %box
  %i = load i64, ptr %box
  %p = inttoptr i64 %i to ptr
  store ptr %p, ptr @known
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @show(ptr %h) noinline {
  call void @llvm.coro.resume(ptr %h)
  %i = load i64, ptr @known
  %p = inttoptr i64 %i to ptr
  %v = load i32, ptr %p
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %v)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define i32 @main() {
  %h = call ptr @sum(i32 3)
  call void @show(ptr %h)
  %k = call ptr @pointer(i32 4)
  call void @show(ptr %k)
  ret i32 0
}

@known = global i64 0
@format = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
