; Where the normal destination has other predecessors the edge is split and the store made there.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %try, label %join

try:
  %r = invoke i32 @compute()
          to label %join unwind label %lpad

join:
  %v = phi i32 [ %r, %try ], [ 5, %entry ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %v)
  br label %cleanup

lpad:
  %lp = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %lp

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i32 @compute()

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: %r = invoke i32 @compute()
; CHECK-NEXT:         to label %join.from.try unwind label %lpad
; CHECK: %v = phi i32 [ %r.join, %join.from.try ], [ %.join, %join.from.entry ]
; CHECK-NEXT: %v.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %v, ptr %v.spill.addr, align 4

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare i32 @personality(...)
