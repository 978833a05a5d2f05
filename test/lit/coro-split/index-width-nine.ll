; Nine suspends need four bits of index.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %a
    i8 1, label %cleanup
  ]

a:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %b
    i8 1, label %cleanup
  ]

b:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %c
    i8 1, label %cleanup
  ]

c:
  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s3, label %suspend [
    i8 0, label %d
    i8 1, label %cleanup
  ]

d:
  %s4 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s4, label %suspend [
    i8 0, label %e
    i8 1, label %cleanup
  ]

e:
  %s5 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s5, label %suspend [
    i8 0, label %g
    i8 1, label %cleanup
  ]

g:
  %s6 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s6, label %suspend [
    i8 0, label %h
    i8 1, label %cleanup
  ]

h:
  %s7 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s7, label %suspend [
    i8 0, label %i
    i8 1, label %cleanup
  ]

i:
  %s8 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s8, label %suspend [
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

; CHECK: %f.Frame = type { ptr, ptr, i4 }

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: switch i4 %index, label %unreachable [
; CHECK-NEXT:   i4 0, label %resume.0
; CHECK-NEXT:   i4 1, label %resume.1
; CHECK-NEXT:   i4 2, label %resume.2
; CHECK-NEXT:   i4 3, label %resume.3
; CHECK-NEXT:   i4 4, label %resume.4
; CHECK-NEXT:   i4 5, label %resume.5
; CHECK-NEXT:   i4 6, label %resume.6
; CHECK-NEXT:   i4 7, label %resume.7
; CHECK-NEXT:   i4 -8, label %resume.8
; CHECK-NEXT: ]

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
