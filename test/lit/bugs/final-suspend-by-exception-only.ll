; Simplified, the coroutine would lose its final suspend, and with it where an exception leaves it: it is split as it came, and a remark says so.
; RUN: corolower %s -S -pass-remarks-analysis=coro-split -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -o /dev/null -print-after=coro-split 2>&1 | FileCheck %s --check-prefix=DUMP
; REMARK: 'f' was not simplified before splitting, because that would remove its final suspend, which only exceptions reach
; DUMP: {{^}}; *** Again, without simplifying f before splitting ***
; DUMP: define internal fastcc void @f.destroy

; CHECK: define internal fastcc void @f.resume
; CHECK: store i1 true
; CHECK: define internal fastcc void @f.destroy
; CHECK: switch i1
; CHECK-NEXT: i1 false, label %kill
; CHECK-NEXT: i1 true, label %cl

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @leave(i32)
declare void @body()
declare i32 @__gxx_personality_v0(...)

define ptr @f(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [
    i8 0, label %go
    i8 1, label %kill
  ]

kill:
  call void @body()
  br label %cl

go:
  %more = icmp eq i32 1, 1
  br i1 %more, label %on, label %fin

on:
  invoke void @leave(i32 %n) to label %never unwind label %lp

never:
  unreachable

lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e

fin:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %sus [
    i8 0, label %never
    i8 1, label %cl
  ]

cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %f)
  br label %sus

sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
