; Each continuation is entered as often as its suspend is left, and the resume part, which may run instead of them, as often as all together.
; REQUIRES: corolower
; RUN: corolower %s -S -verify-each -passes='coro-split<continuations>' | FileCheck %s

; CHECK: define internal fastcc void @f.resume({{.*}} !prof [[ALL:![0-9]+]]
; CHECK: define internal fastcc void @f.resume.0({{.*}} !prof [[FIRST:![0-9]+]]
; CHECK: define internal fastcc void @f.resume.2({{.*}} !prof [[THIRD:![0-9]+]]
; CHECK-DAG: [[ALL]] = !{!"function_entry_count", i64 250}
; CHECK-DAG: [[FIRST]] = !{!"function_entry_count", i64 100}
; CHECK-DAG: [[THIRD]] = !{!"function_entry_count", i64 25}
define ptr @f(ptr %mem, i1 %c) presplitcoroutine !prof !0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %return [ i8 0, label %first
                                 i8 1, label %clean ]
first:
  call void @work(i32 1)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %return [ i8 0, label %second
                                 i8 1, label %clean ]
second:
  call void @work(i32 2)
  br i1 %c, label %quarter, label %clean, !prof !1
quarter:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %return [ i8 0, label %third
                                 i8 1, label %clean ]
third:
  call void @work(i32 3)
  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s3, label %return [ i8 0, label %fourth
                                 i8 1, label %clean ]
fourth:
  call void @work(i32 4)
  br label %clean
clean:
  call void @work(i32 5)
  br label %return
return:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
declare void @work(i32)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 1, i32 3}
