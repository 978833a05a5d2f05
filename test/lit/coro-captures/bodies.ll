; What the functions called do with the address of a coroutine's variable is seen in their bodies, and said at the call. An address that is stored,
; given back, taken for a handle, or passed to a function without a body is kept.
; RUN: corolower %s -verify-each -passes='coro-cgscc(coro-captures)' | FileCheck %s
; RUN: corolower %s -passes='coro-cgscc(coro-captures)' | opt-22 -passes=verify -disable-output
; RUN: corolower %s --llvm-version=19 -passes='coro-cgscc(coro-captures)' | FileCheck %s --check-prefix=OLD

@kept = global ptr null

declare void @unknown(ptr)

define void @reads(ptr %p) {
  %v = load i32, ptr %p
  call void @print(i32 %v)
  ret void
}

define void @deeper(ptr %p, ptr %q) {
  %at = getelementptr i8, ptr %p, i64 4
  call void @reads(ptr %at)
  store ptr %q, ptr @kept
  ret void
}

define ptr @same(ptr %p) {
  ret ptr %p
}

define void @resumes(ptr %p) {
  call void @llvm.coro.resume(ptr %p)
  ret void
}

define weak void @replaced(ptr %p) {
  ret void
}

define void @await(ptr %awaiter, ptr %handle) {
  store ptr %handle, ptr @kept
  call void @reads(ptr %awaiter)
  ret void
}

; CHECK-LABEL: define ptr @f(
; CHECK:         call void @reads(ptr captures(none) %x)
; CHECK-NEXT:    call void @deeper(ptr captures(none) %x, ptr %y)
; CHECK-NEXT:    %again = call ptr @same(ptr %x)
; CHECK-NEXT:    call void @resumes(ptr %x)
; CHECK-NEXT:    call void @replaced(ptr %x)
; CHECK-NEXT:    call void @unknown(ptr %y)
; CHECK-NEXT:    %save = call token @llvm.coro.save
; CHECK-NEXT:    call void @llvm.coro.await.suspend.void(ptr captures(none) %x, ptr %hdl, ptr @await)
; OLD:           call void @reads(ptr nocapture %x)
define ptr @f() presplitcoroutine {
entry:
  %x = alloca i64
  %y = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i64 7, ptr %x
  call void @reads(ptr %x)
  call void @deeper(ptr %x, ptr %y)
  %again = call ptr @same(ptr %x)
  call void @resumes(ptr %x)
  call void @replaced(ptr %x)
  call void @unknown(ptr %y)
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %x, ptr %hdl, ptr @await)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; A function that does not suspend is left alone: who calls it knows.
; CHECK-LABEL: define void @plain(
; CHECK:         call void @reads(ptr %x)
define void @plain() {
  %x = alloca i64
  call void @reads(ptr %x)
  ret void
}

declare void @print(i32)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
