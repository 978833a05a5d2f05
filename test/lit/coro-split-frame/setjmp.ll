; A coroutine with a call that may return twice shares no storage: control may come back to it from any later call, and what it needs must be there then.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt shares no storage between spilled values, and needs no exception.
; RUN: corolower %s -verify-each -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower explain frame %s --function=f | FileCheck %s --check-prefix=TELLS

; CHECK: %f.Frame = type { ptr, ptr, i64, i64, i1 }
; CHECK: %g.Frame = type { ptr, ptr, [16 x i8] }
; TELLS: note: its slots share no bytes: {{.*}}control may return

@buffer = global [200 x i8] zeroinitializer

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = call i64 @get()
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  %again = call i32 @setjmp(ptr @buffer) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %go, label %back
go:
  %b = call i64 @get()
  call void @jump()
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]
back:
  call void @put(i64 %a)
  br label %cleanup
last:
  call void @put(i64 %b)
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; The same with a call that returns once.
define ptr @g() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = call i64 @get()
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  %again = call i32 @once(ptr @buffer)
  %first = icmp eq i32 %again, 0
  br i1 %first, label %go, label %back
go:
  %b = call i64 @get()
  call void @jump()
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]
back:
  call void @put(i64 %a)
  br label %cleanup
last:
  call void @put(i64 %b)
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i32 @setjmp(ptr)
declare i32 @once(ptr)
declare i64 @get()
declare void @put(i64)
declare void @jump()
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
