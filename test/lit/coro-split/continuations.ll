; With <continuations>, each suspend stores the function that resumes the coroutine there; the resume part stays for who calls it by name.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<continuations>),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<continuations>),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s --check-prefix=OFF
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM has one function that resumes the coroutine at every suspend.

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %one
    i8 1, label %cleanup
  ]

one:
  call void @print(i32 1)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %two
    i8 1, label %cleanup
  ]

two:
  call void @print(i32 %n)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %three
    i8 1, label %cleanup
  ]

three:
  call void @print(i32 3)
  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s3, label %suspend [
    i8 0, label %two
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

; CHECK-LABEL: define ptr @f(
; CHECK: store ptr @f.resume, ptr
; CHECK: store ptr @f.resume.0, ptr

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: store ptr @
; CHECK: ret void

; CHECK-LABEL: define internal fastcc void @f.resume.0(
; CHECK: call void @print(i32 1)
; CHECK: store i2 1, ptr
; CHECK: store ptr @f.resume.1, ptr
; CHECK-NOT: call void @print
; CHECK-LABEL: define internal fastcc void @f.resume.1(
; CHECK: store ptr @f.resume.2, ptr
; CHECK-LABEL: define internal fastcc void @f.resume.2(
; CHECK: call void @print(i32 3)
; CHECK: store ptr @f.resume.3, ptr
; CHECK-LABEL: define internal fastcc void @f.resume.3(
; CHECK: store ptr @f.resume.2, ptr

; OFF-NOT: @f.resume.0

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
