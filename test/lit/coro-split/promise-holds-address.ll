; An object whose address is stored in the promise is in the frame: the code that has the handle reads the promise, also if the coroutine only stores to it.
; The address of @in_box is stored in a variable that nothing else uses, so that object needs no place in the frame.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower run %s | FileCheck %s --check-prefix=PRINTS
; RUN: corolower %s -S | corolower run - | FileCheck %s --check-prefix=PRINTS
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | corolower run - | FileCheck %s --check-prefix=PRINTS
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM leaves the object on the stack of the part that stores its address.

; CHECK: %in_promise.Frame = type { ptr, ptr, ptr, i32, i32, i1 }
; CHECK: %in_box.Frame = type { ptr, ptr, i32, i1 }
; PRINTS: 7

define ptr @in_promise(i32 %n) presplitcoroutine {
entry:
  %promise = alloca ptr
  %x = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %more
                                 i8 1, label %cleanup ]
more:
  store i32 %n, ptr %x
  store ptr %x, ptr %promise
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

define ptr @in_box(i32 %n) presplitcoroutine {
entry:
  %box = alloca ptr
  %x = alloca i32
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

; It shows what the promise points to.
define void @show(ptr %h) noinline {
  %p = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
  %x = load ptr, ptr %p
  %v = load i32, ptr %x
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %v)
  ret void
}

define i32 @main() {
  %h = call ptr @in_promise(i32 7)
  call void @llvm.coro.resume(ptr %h)
  call void @show(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret i32 0
}

@format = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
