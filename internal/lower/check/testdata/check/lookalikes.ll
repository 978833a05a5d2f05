; Correct coroutines and creators that look like mistakes: no finding in any of them but in the last ones, which differ in one thing.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

; Memory is asked for; the branch is on the opposite; the size is rounded up, and a header of 16 bytes precedes the frame and is freed with it.
define ptr @header(i32 %n) presplitcoroutine {
entry:
  %local = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  %no = xor i1 %need, true
  br i1 %no, label %begin, label %grab
grab:
  %size = call i64 @llvm.coro.size.i64()
  %sum = add i64 %size, 31
  %rounded = and i64 %sum, -16
  %start = call ptr @malloc(i64 %rounded)
  %mem = getelementptr i8, ptr %start, i64 16
  br label %begin
begin:
  %where = phi ptr [ null, %entry ], [ %mem, %grab ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %where)
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %local)
  store i32 %n, ptr %local
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.resume(ptr %hdl)
  store atomic ptr %hdl, ptr @queue release, align 8
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  %stay = icmp eq i8 %s, -1
  br i1 %stay, label %exit, label %on
on:
  %gone = icmp eq i8 %s, 1
  br i1 %gone, label %cleanup, label %again
again:
  %v = load i32, ptr %local
  call void @llvm.lifetime.end.p0(ptr %local)
  %own = call ptr @llvm.threadlocal.address.p0(ptr @counter)
  store i32 %v, ptr %own
  %sp = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %sp)
  br label %loop
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heap = icmp eq ptr %frame, null
  br i1 %heap, label %exit, label %release
release:
  %back = getelementptr i8, ptr %frame, i64 -16
  call void @free(ptr %back)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; Small frames have a pool with blocks of 16 bytes; another function frees; the promise's address is returned.
define ptr @pool(ptr %hdl.of.another) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %small = icmp ult i64 %size, 17
  br i1 %small, label %few, label %many
few:
  %block = call ptr @malloc(i64 16)
  br label %begin
many:
  %large = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ %block, %few ], [ %large, %many ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %on
                              i8 1, label %cleanup ]
on:
  call void @llvm.coro.resume(ptr %hdl.of.another)
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %exit [ i8 0, label %never
                              i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  call void @release(ptr %hdl)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %promise
}

; A generator that its ramp runs to the end: the frame may be in the ramp, which resumes it on the default edge. The stack is restored there.
define void @inline_run() presplitcoroutine {
entry:
  %room = alloca [256 x i8], align 16
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %room)
  %sp = call ptr @llvm.stacksave.p0()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %on
                              i8 1, label %leave ]
on:
  call void @use(ptr null)
  br label %leave
exit:
  call void @llvm.stackrestore.p0(ptr %sp)
  call void @llvm.coro.resume(ptr %hdl)
  br label %leave
leave:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

; The frame is in memory of the creator, who frees it.
define ptr @placed(ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [ i8 0, label %more
                             i8 1, label %end ]
more:
  %f = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %f, label %end [ i8 0, label %never
                             i8 1, label %end ]
never:
  unreachable
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define void @places() {
  %mem = call ptr @malloc(i64 256)
  %h = call ptr @placed(ptr %mem)
  call void @llvm.coro.resume(ptr %h)
  call void @free(ptr %h)
  ret void
}

; Resumed while it is not done, unrolled once; coro.done is asked each time.
define void @runs() {
entry:
  %mem = call ptr @malloc(i64 256)
  %h = call ptr @placed(ptr %mem)
  call void @llvm.coro.resume(ptr %h)
  %over = call i1 @llvm.coro.done(ptr %h)
  br i1 %over, label %out, label %more
more:
  call void @llvm.coro.resume(ptr %h)
  br label %out
out:
  call void @llvm.coro.destroy(ptr %h)
  call void @free(ptr %mem)
  ret void
}

; The same flag decides twice.
define void @one_flag(i1 %c) {
entry:
  %mem = call ptr @malloc(i64 256)
  %h = call ptr @placed(ptr %mem)
  br i1 %c, label %yes, label %on
yes:
  call void @llvm.coro.destroy(ptr %h)
  br label %on
on:
  br i1 %c, label %out, label %no
no:
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  br label %out
out:
  ret void
}

; The loop is left with a flag that the destroying path sets.
define void @flagged_loop(ptr %mem, i32 %n) {
entry:
  %h = call ptr @placed(ptr %mem)
  br label %loop
loop:
  %dead = phi i1 [ false, %entry ], [ false, %alive ], [ true, %kill ]
  br i1 %dead, label %out, label %run
run:
  call void @llvm.coro.resume(ptr %h)
  %over = call i1 @llvm.coro.done(ptr %h)
  br i1 %over, label %kill, label %alive
alive:
  br label %loop
kill:
  call void @llvm.coro.destroy(ptr %h)
  br label %loop
out:
  ret void
}

; A new coroutine in each round, and one that is made anew behind the destroy.
define void @renewed(ptr %mem, i32 %n) {
entry:
  %first = call ptr @placed(ptr %mem)
  br label %loop
loop:
  %h = phi ptr [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  %next = call ptr @placed(ptr %mem)
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %out
out:
  call void @llvm.coro.destroy(ptr %next)
  ret void
}

; A loop that never comes round, as clang writes do ... while (0).
define void @once_only(ptr %mem) {
entry:
  %h = call ptr @placed(ptr %mem)
  br label %body
body:
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  br i1 false, label %body, label %out
out:
  ret void
}

; The frame is in the creator, as elision leaves it: the ramp was inlined, and stored what a frame begins with.
define void @elided() {
  %frame = alloca [32 x i8], align 16
  store ptr @resume.part, ptr %frame
  %at = getelementptr i8, ptr %frame, i64 8
  store ptr @resume.part, ptr %at
  call void @llvm.coro.resume(ptr %frame)
  call void @llvm.coro.destroy(ptr %frame)
  ret void
}

; The handle from the promise, and back.
define i32 @round_trip(ptr %mem) {
  %h = call ptr @promising(ptr %mem)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  %same = call ptr @llvm.coro.promise(ptr %p, i32 4, i1 true)
  call void @llvm.coro.resume(ptr %same)
  %v = load i32, ptr %p
  ret i32 %v
}

define ptr @promising(ptr %mem) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr @promising, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %own = call ptr @llvm.coro.promise(ptr %promise, i32 4, i1 true)
  %loaded = load ptr, ptr @queue
  %save = call token @llvm.coro.save(ptr %loaded)
  call void @llvm.coro.destroy(ptr %loaded)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %end [ i8 0, label %end
                             i8 1, label %end ]
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; %log is used after the frame was freed, but its lifetime begins behind every suspend, so it is not in the frame.
define ptr @logs_late() presplitcoroutine {
entry:
  %log = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %log)
  store i32 1, ptr %log
  call void @llvm.lifetime.end.p0(ptr %log)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  call void @llvm.lifetime.start.p0(ptr %log)
  store i32 2, ptr %log
  call void @llvm.lifetime.end.p0(ptr %log)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; coro.done is asked again, or another coroutine is created, before the resume behind its true edge.
define void @asked_again(ptr %first) {
entry:
  br label %loop
loop:
  %h = phi ptr [ %first, %entry ], [ %next, %other ], [ %h, %loop ]
  call void @llvm.coro.resume(ptr %h)
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %other, label %loop
other:
  %next = call ptr @header(i32 1)
  br label %loop
}

; From here on: what differs from the above in one thing, and is wrong.
define void @places_twice(ptr %mem) {
  %h = call ptr @placed(ptr %mem)
  call void @llvm.coro.resume(ptr %h)
  br label %on
on:
  call void @llvm.coro.resume(ptr %h) ; WANT: resume-at-final
  ret void
}

define void @unflagged_loop(ptr %mem, i1 %c) {
entry:
  %h = call ptr @placed(ptr %mem)
  br label %loop
loop:
  call void @llvm.coro.resume(ptr %h) ; WANT: use-after-destroy "the loop may come back"
  br label %kill
kill:
  call void @llvm.coro.destroy(ptr %h)
  br i1 %c, label %loop, label %out
out:
  ret void
}

define i1 @arms(ptr %mem, i32 %n) {
entry:
  %h = call ptr @placed(ptr %mem)
  switch i32 %n, label %on [ i32 0, label %zero
                             i32 1, label %one ]
zero:
  call void @llvm.coro.destroy(ptr %h)
  br label %on
one:
  br label %on
on:
  %d = call i1 @llvm.coro.done(ptr %h) ; WANT: use-after-destroy "coro.done is called here after it was destroyed on one of the paths"
  ret i1 %d
}

define void @wrong_way(ptr %mem) {
  %h = call ptr @promising(ptr %mem)
  %p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 false)
  %q = call ptr @llvm.coro.promise(ptr %p, i32 4, i1 false) ; WANT: promise-direction "gets the address of a promise"
  store i32 1, ptr %q
  call void @llvm.coro.destroy(ptr %p) ; WANT: not-a-coroutine "coro.destroy gets the address of a promise"
  call void @llvm.coro.destroy(ptr @resume.part) ; WANT: not-a-coroutine "the address of a function"
  call void @llvm.coro.resume(ptr poison) ; WANT: null-handle "no defined value"
  ret void
}

define ptr @plain_in_one_thread() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_and_counter() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue
  %n = atomicrmw add ptr @references, i32 1 acq_rel
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_in_own_thread() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @mine
  store atomic i32 1, ptr @references release, align 4
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_in_caller() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr %mem
  store atomic i32 1, ptr @references release, align 4
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_before_acquire() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue
  fence acquire
  store atomic i32 1, ptr @references monotonic, align 4
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_behind_signal() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue
  fence syncscope("singlethread") release
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_then_fence() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue ; WANT: published-early "other threads see the handle here before the coroutine is saved"
  fence seq_cst
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @plain_then_exchange() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @queue ; WANT: published-early "other threads see the handle here before the coroutine is saved"
  %n = atomicrmw xchg ptr @references, i32 1 release
  %save = call token @llvm.coro.save(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

@queue = global ptr null
@references = global i32 0
@mine = thread_local global ptr null
@counter = thread_local global i32 0
; Awaiters that look like mistakes: one that only stores the handle, before the coroutine is saved, one that returns
; the handle where the coroutine goes on, and one that uses the awaiter before it destroys the coroutine.
define ptr @awaits() presplitcoroutine {
entry:
  %awaiter = alloca ptr, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.coro.await.suspend.void(ptr %awaiter, ptr %hdl, ptr @keep)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %second
                             i8 1, label %cleanup ]
second:
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @itself)
  %t = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %t, label %out [ i8 0, label %third
                             i8 1, label %cleanup ]
third:
  %last = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.void(ptr %awaiter, ptr %hdl, ptr @quit)
  %u = call i8 @llvm.coro.suspend(token %last, i1 true)
  switch i8 %u, label %out [ i8 0, label %trap
                             i8 1, label %cleanup ]
trap:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %out
out:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
define internal void @keep(ptr %awaiter, ptr %h) {
  store ptr %h, ptr %awaiter, align 8
  ret void
}
define internal ptr @itself(ptr %awaiter, ptr %h) {
  ret ptr %h
}
define internal void @quit(ptr %awaiter, ptr %h) {
  store ptr null, ptr %awaiter, align 8
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare void @resume.part(ptr)
declare void @use(ptr)
declare void @release(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
