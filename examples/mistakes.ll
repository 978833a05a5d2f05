; A generator with three mistakes. `corolower check examples/mistakes.ll` tells where they are and how to fix them.

define ptr @counter(i32 %n) {
entry:
  %value = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %value, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop

loop:
  %i = phi i32 [ %n, %entry ], [ %next, %resumed ]
  store i32 %i, ptr %value, align 4
  %action = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add nsw i32 %i, 1
  %action2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %action2, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame)
  %last = load i32, ptr %value, align 4
  call void @report(i32 %last)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @report(i32)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
