; A coroutine that jumps to addresses of its own blocks when it is resumed: chosen by a select, and by a distance from a block.
; PRINTS: 1 10 2 20 3 10 4 20
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %alloc = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %alloc)
  br label %loop

loop:
  %i = phi i32 [ %n, %entry ], [ %next, %ten ], [ %next, %twenty ]
  call void @print(i32 %i)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add i32 %i, 1
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 1
  %far = sext i1 %is to i64
  %whole = mul i64 %far, sub (i64 ptrtoint (ptr blockaddress(@f, %twenty) to i64), i64 ptrtoint (ptr blockaddress(@f, %ten) to i64))
  %one = getelementptr i8, ptr blockaddress(@f, %twenty), i64 %whole
  %two = select i1 %is, ptr blockaddress(@f, %ten), ptr blockaddress(@f, %twenty)
  %late = icmp sgt i32 %i, 2
  %to = select i1 %late, ptr %two, ptr %one
  indirectbr ptr %to, [label %ten, label %twenty]

ten:
  call void @print(i32 10)
  br label %loop

twenty:
  call void @print(i32 20)
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
  %h = call ptr @f(i32 1)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @last(ptr %h)
  ret i32 0
}

define void @last(ptr %h) {
  call void @llvm.coro.destroy(ptr %h)
  call void @print(i32 20)
  ret void
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
