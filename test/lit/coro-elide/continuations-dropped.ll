; If the file elides all frames of a coroutine that it creates, the ramp, which only other files may call, stores the resume part, and the coroutine has no continuations.
; RUN: corolower %s -S | FileCheck %s --check-prefix=DROP
; RUN: sed -e 's/^;+//' %s | corolower -S | FileCheck %s --check-prefix=KEEP
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM has one function that resumes the coroutine at every suspend.

; DROP-NOT: @f.resume.{{[0-9]}}
; DROP: define ptr @f(
; DROP-NOT: @f.resume.{{[0-9]}}
; DROP: store ptr @f.resume, ptr
; DROP-NOT: @f.resume.{{[0-9]}}

; KEEP: define ptr @f(
; KEEP: store ptr @f.resume.0, ptr
; KEEP: define internal fastcc void @f.resume.3(

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %new, %allocate ]
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

define void @elides() {
  %h = call ptr @f(i32 7)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

;+define void @gives_away() {
;+  %h = call ptr @f(i32 7)
;+  call void @keep(ptr %h)
;+  ret void
;+}

declare void @keep(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32) nounwind
