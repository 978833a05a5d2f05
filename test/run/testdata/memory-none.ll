; A coroutine whose body touches no memory says so. Its ramp writes to the frame, and two calls are two coroutines.
; PRINTS: 1 2 1 2 3
define ptr @f(i32 %n) memory(none) nounwind willreturn noinline presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %alloc = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc)
  br label %loop

loop:
  %i = phi i32 [ %n, %entry ], [ %next, %resumed ]
  %next = add i32 %i, 1
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @print(i32 %i)
  br label %loop

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
  %a = call ptr @f(i32 1)
  %b = call ptr @f(i32 1)
  call void @llvm.coro.resume(ptr %a)
  call void @llvm.coro.resume(ptr %a)
  call void @llvm.coro.resume(ptr %b)
  call void @llvm.coro.resume(ptr %b)
  call void @llvm.coro.resume(ptr %b)
  call void @llvm.coro.destroy(ptr %a)
  call void @llvm.coro.destroy(ptr %b)
  ret i32 0
}

define void @print(i32 %v) noinline {
  %n = call i32 (ptr, ...) @printf(ptr @fmt, i32 %v)
  ret void
}

@fmt = private constant [4 x i8] c"%d\0A\00"
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
