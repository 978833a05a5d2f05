; Two functions that look through the same glue: @a gives it memory that holds the handle, @b a flag that decides whether it destroys the
; handle. What @mark does is read path by path for both, whichever comes first.

define ptr @count_up(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %place = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %place)
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %next, %resumed ]
  call void @print(i32 %i)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add nsw i32 %i, 1
  br label %loop

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  %any = icmp ne ptr %frame, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %frame)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @mark(ptr %p) {
entry:
  %q = alloca ptr, align 8
  store ptr %p, ptr %q, align 8
  %r = load ptr, ptr %q, align 8
  %f = getelementptr inbounds { ptr, i32 }, ptr %r, i32 0, i32 1
  store i32 1, ptr %f, align 4
  ret void
}
declare void @other()

define void @a() {
entry:
  %s = alloca { ptr, i32 }, align 8
  %h = call ptr @count_up(i32 4)
  store ptr %h, ptr %s, align 8
  call void @mark(ptr %s)
  %h2 = load ptr, ptr %s, align 8
  call void @llvm.coro.destroy(ptr %h2)
  ret void
}

define void @b() {
entry:
  %t = alloca { ptr, i32 }, align 8
  %h = call ptr @count_up(i32 4)
  call void @mark(ptr %t)
  %fa = getelementptr inbounds { ptr, i32 }, ptr %t, i32 0, i32 1
  %fl = load i32, ptr %fa, align 4
  %c = icmp eq i32 %fl, 1
  br i1 %c, label %yes, label %no
yes:
  call void @llvm.coro.destroy(ptr %h)
  ret void
no:
  call void @other()
  ret void
}
declare void @print(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)