; Correct code that only some paths of the graph of blocks would make wrong: the cleanup is shared, and a phi or a variable says where it
; goes on. And variables that live as long as the coroutine that keeps their address.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @shared(ptr %r) presplitcoroutine {
entry:
  %dest.slot = alloca i32, align 4
  %result = alloca ptr, align 8, !coro.outside.frame !0
  %active = alloca i1, align 1
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @_Znwm(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i1 true, ptr %active
  call void @read(ptr %result)
  store i1 false, ptr %active
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %exit [ i8 0, label %resumed
                               i8 1, label %destroyed ]
resumed:
  br label %after
destroyed:
  br label %after
after:
  %dest = phi i32 [ 0, %resumed ], [ 2, %destroyed ]
  call void @use(ptr null)
  switch i32 %dest, label %cleanup [ i32 0, label %body ]
body:
  %v = load i32, ptr %r, align 4
  store i32 %v, ptr %dest.slot, align 4
  store i32 0, ptr %dest.slot, align 4
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %exit [ i8 0, label %leave
                               i8 1, label %away ]
away:
  store i32 1, ptr %dest.slot, align 4
  br label %leave
leave:
  call void @use(ptr null)
  %back = load i32, ptr %dest.slot, align 4
  %go = icmp eq i32 %back, 0
  br i1 %go, label %final, label %cleanup
final:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  %is.minus = icmp slt i8 %s2, 0
  br i1 %is.minus, label %exit, label %cleanup
cleanup:
  %on = load i1, ptr %active
  br i1 %on, label %drop, label %free
drop:
  call void @read(ptr %result)
  br label %free
free:
  call void @nothing(ptr %result)
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @_ZdlPvm(ptr %frame, i64 %size)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; A destructor that accesses nothing may get the address of an object that is gone.
define linkonce_odr void @nothing(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %1 = load ptr, ptr %slot
  ret void
}

define linkonce_odr void @read(ptr %this) {
  %v = load ptr, ptr %this
  ret void
}

define void @outlives() {
  %x = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %x)
  store i32 1, ptr %x
  %h = call ptr @shared(ptr %x)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.lifetime.end.p0(ptr %x)
  ret void
}

; The coroutine is resumed before it is returned, and may have finished.
define ptr @resumed.first() {
  %x = alloca i32, align 4
  store i32 1, ptr %x
  %h = call ptr @shared(ptr %x)
  call void @llvm.coro.resume(ptr %h)
  ret ptr %h
}

; The variable lives again when the coroutine is resumed in the next iteration.
define void @again(i1 %c) {
  %x = alloca i32, align 4
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %x)
  store i32 1, ptr %x
  %h = call ptr @shared(ptr %x)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.lifetime.end.p0(ptr %x)
  br i1 %c, label %loop, label %out
out:
  ret void
}

; Destroyed on one path only, by a function that may return before.
define void @maybe(ptr %h, i1 %c) {
  br i1 %c, label %kill, label %out
kill:
  call void @llvm.coro.destroy(ptr %h)
  br label %out
out:
  ret void
}

define void @user(i1 %c, ptr %x) {
  %h = call ptr @shared(ptr %x)
  call void @maybe(ptr %h, i1 %c)
  call void @llvm.coro.resume(ptr %h)
  ret void
}

!0 = !{}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
declare void @use(ptr)
