; Functions that hold handles, and frames that are given back.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

define ptr @over(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i64, align 32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %end
                             i8 1, label %end ]
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Destroyed twice, resumed, asked and read afterwards: each is told of the first.
define i64 @late() {
  %h = call ptr @over(i32 1)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 32, i1 false)
  %a = load i64, ptr %p
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.coro.resume(ptr %h) ; WANT: use-after-destroy "the coroutine is resumed here after it was destroyed (and 3 more times)"
  %d = call i1 @llvm.coro.done(ptr %h)
  %b = load i64, ptr %p
  call void @llvm.coro.destroy(ptr %h)
  ret i64 %b
}

define void @parameter(ptr %h) {
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.coro.destroy(ptr %h) ; WANT: use-after-destroy "remove this call"
  ret void
}

; Each round has a coroutine of its own; two paths destroy once each; what is read again may be another.
define void @sound(i32 %n, ptr %slot, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %h = call ptr @over(i32 %i)
  call void @llvm.coro.resume(ptr %h)
  br i1 %c, label %one, label %two
one:
  call void @llvm.coro.destroy(ptr %h)
  br label %next
two:
  call void @llvm.coro.destroy(ptr %h)
  br label %next
next:
  %l1 = load ptr, ptr %slot
  call void @llvm.coro.destroy(ptr %l1)
  %l2 = load ptr, ptr %slot
  call void @llvm.coro.destroy(ptr %l2)
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}

; The promise of a coroutine that the module has.
define i64 @reader() {
  %h = call ptr @over(i32 1)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false) ; WANT: promise-align "@over aligns its promise to 32"
  %v = load i64, ptr %p
  %q = call ptr @llvm.coro.promise(ptr %h, i32 32, i1 false)
  %o = call ptr @other(i32 1)
  %r = call ptr @llvm.coro.promise(ptr %o, i32 8, i1 false)
  ret i64 %v
}

; What gives back once on each path, and memory that is large enough.
define ptr @branches(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 4096)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %on
                             i8 1, label %cleanup ]
on:
  br i1 %c, label %cleanup, label %cleanup2
cleanup:
  %f1 = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @trace(ptr %f1)
  call void @free(ptr %f1)
  br label %end
cleanup2:
  %f2 = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %f2)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; A coroutine that does not ask coro.alloc may free what it got; its memory is too small.
define ptr @raw() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @calloc(i64 2, i64 8) ; WANT: alloc-too-small "has 24 bytes, but its memory has 16"
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %cleanup
                             i8 1, label %cleanup ]
cleanup:
  call void @free(ptr %hdl)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; What clang writes behind a final suspend runs to the end, and never.
define ptr @clangs(ptr %room) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %room)
  %s = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s, label %end [ i8 0, label %ready
                             i8 1, label %cleanup ]
ready:
  call void @trace(ptr null)
  br label %cleanup
cleanup:
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare i1 @llvm.coro.done(ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @other(i32)
declare void @free(ptr)
declare void @trace(ptr)
