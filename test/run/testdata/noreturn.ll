; A coroutine that claims noreturn: its ramp returns all the same, and what its caller does then is no dead code.
; LLVM: keeps the claim, and even without optimisation no code stands behind the call
; PRINTS: 4 1 5 9
define ptr @f(i32 %n, ptr %p) noreturn noinline presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %alloc = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc)
  call void @print(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %v = load i32, ptr %p
  call void @print(i32 %v)
  store i32 9, ptr %p
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
  %p = alloca i32
  store i32 5, ptr %p
  %h = call ptr @f(i32 4, ptr %p)
  call void @print(i32 1)
  call void @llvm.coro.resume(ptr %h)
  %v = load i32, ptr %p
  call void @print(i32 %v)
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
