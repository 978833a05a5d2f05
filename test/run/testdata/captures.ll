; Pointers that the frame keeps although no value of theirs is spilled: one is chosen by a select, the other stored to a local. Both say
; captures(none), which is not so of the ramp.
; PRINTS: 1 2 7 8
define ptr @f(i1 %c, ptr captures(none) %p, ptr captures(none) %q) noinline presplitcoroutine {
entry:
  %home = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %alloc = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc)
  %at = select i1 %c, ptr %p, ptr null
  store ptr %q, ptr %home
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  store i32 7, ptr %at
  %to = load ptr, ptr %home
  store i32 8, ptr %to
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define void @go_on(ptr %h) noinline {
  call void @llvm.coro.resume(ptr %h)
  ret void
}

define i32 @main() {
  %x = alloca i32
  %y = alloca i32
  store i32 1, ptr %x
  store i32 2, ptr %y
  %h = call ptr @f(i1 true, ptr %x, ptr %y)
  %x1 = load i32, ptr %x
  call void @print(i32 %x1)
  %y1 = load i32, ptr %y
  call void @print(i32 %y1)
  call void @go_on(ptr %h)
  %x2 = load i32, ptr %x
  call void @print(i32 %x2)
  %y2 = load i32, ptr %y
  call void @print(i32 %y2)
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
