; The function that calls await_suspend returns nothing, although the final suspend transfers to what it returns.
; EXPECT: 51:3 signature "the wrapper of coro.await.suspend.handle has the type `void (ptr, ptr)`"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%promise = type { ptr, i32 }

define void @await_task(ptr %awaiter, ptr %frame) {
entry:
  store ptr %frame, ptr %awaiter, align 8
  ret void
}

define void @transfer(ptr %awaiter, ptr %frame) {
entry:
  %p = call ptr @llvm.coro.promise(ptr %frame, i32 8, i1 false)
  ret void
}

define ptr @task(ptr %out, i32 %k) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %promise = alloca %promise, align 8
  %awaiter = alloca { ptr, i32 }, align 8
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %noop = call ptr @llvm.coro.noop()
  store ptr %noop, ptr %promise, align 8
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %start
    i8 1, label %cleanup
  ]
start:
  invoke void @may_throw()
          to label %await unwind label %lpad
await:
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %awaiter, ptr %handle, ptr @await_task)
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %ready
    i8 1, label %cleanup
  ]
ready:
  %ra = getelementptr inbounds { ptr, i32 }, ptr %awaiter, i64 0, i32 1
  %r = load i32, ptr %ra, align 8
  store i32 %r, ptr %out, align 4
  %save2 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %handle, ptr @transfer)
  %s2 = call i8 @llvm.coro.suspend(token %save2, i1 true)
  switch i8 %s2, label %suspend [
    i8 0, label %dead
    i8 1, label %cleanup
  ]
dead:
  unreachable
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
lpad:
  %e = landingpad { ptr, i32 }
          cleanup
  %frame2 = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %frame2)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.noop()
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
