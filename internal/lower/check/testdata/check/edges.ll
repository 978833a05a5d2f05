; Correct coroutines whose edges and tests are written in unusual ways: no finding in any of them.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

; Comparisons of the result, in the usual order.
define ptr @compared(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %first
first:
  store i32 %n, ptr %promise, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %isr = icmp eq i8 %s, 0
  br i1 %isr, label %body, label %other
other:
  %isd = icmp eq i8 %s, 1
  br i1 %isd, label %cleanup, label %leave
body:
  store i32 7, ptr %promise, align 4
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %has = icmp ne ptr %frame, null
  br i1 %has, label %release, label %leave
release:
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; Comparisons of the result that test for -1 first.
define ptr @negative(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %first
first:
  store i32 %n, ptr %promise, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %neg = icmp slt i8 %s, 0
  br i1 %neg, label %leave, label %pos
pos:
  %z = icmp eq i8 %s, 0
  br i1 %z, label %body, label %cleanup
body:
  store i32 7, ptr %promise, align 4
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %has = icmp ne ptr %frame, null
  br i1 %has, label %release, label %leave
release:
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; The coroutine destroys itself after its coro.save, through its promise.
define ptr @cancelled(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %first
first:
  %sv = call token @llvm.coro.save(ptr %hdl)
  %me = call ptr @llvm.coro.promise(ptr %promise, i32 4, i1 true)
  call void @llvm.coro.destroy(ptr %me)
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false)
  switch i8 %s, label %leave [ i8 0, label %body  i8 1, label %cleanup ]
body:
  store i32 7, ptr %promise, align 4
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %has = icmp ne ptr %frame, null
  br i1 %has, label %release, label %leave
release:
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; The test of the frame is written the other way round.
define ptr @turned(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  br label %first
first:
  store i32 %n, ptr %promise, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %leave [ i8 0, label %body  i8 1, label %cleanup ]
body:
  store i32 7, ptr %promise, align 4
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %leave [ i8 0, label %never  i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %none = icmp eq ptr %frame, null
  br i1 %none, label %leave, label %release
release:
  call void @free(ptr %frame)
  br label %leave
leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; The result of the final suspend is unused, and nothing follows: the frame belongs to the creator.
define void @unused_final(ptr %mem) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

; The block after the loop resumes a coroutine that may not be done; the other edge of coro.done resumes, too.
define void @guarded(ptr %h, i1 %c) {
entry:
  br i1 %c, label %ask, label %join
ask:
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %end, label %on
on:
  call void @llvm.coro.resume(ptr %h)
  br label %join
join:
  call void @llvm.coro.resume(ptr %h)
  br label %end
end:
  ret void
}

; Another coroutine is resumed where the first is done, and the loop has a new one each time.
define void @next(ptr %first) {
entry:
  br label %loop
loop:
  %h = phi ptr [ %first, %entry ], [ %new, %more ]
  call void @llvm.coro.resume(ptr %h)
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %more, label %loop.end
more:
  call void @llvm.coro.destroy(ptr %h)
  %new = call ptr @compared(i32 1)
  br label %loop
loop.end:
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
