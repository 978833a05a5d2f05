; Edges into a cleanuppad block with phis go through an empty cleanuppad that unwinds to it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %one unwind label %pad

one:
  invoke void @may_throw()
          to label %ok unwind label %pad

pad:
  %x = phi i32 [ 1, %entry ], [ %n, %one ]
  %tok = cleanuppad within none []
  call void @print(i32 %x) [ "funclet"(token %tok) ]
  cleanupret from %tok unwind to caller

ok:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
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

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: pad.from.one:
; CHECK-NEXT: %n.pad = phi i32 [ %n, %one ]
; CHECK-NEXT: %[[T:[0-9]+]] = cleanuppad within none []
; CHECK-NEXT: cleanupret from %[[T]] unwind label %pad
; CHECK: pad.from.entry:
; CHECK-NEXT: %.pad = phi i32 [ 1, %PostSpill ]
; CHECK-NEXT: %[[T_1:[0-9]+]] = cleanuppad within none []
; CHECK-NEXT: cleanupret from %[[T_1]] unwind label %pad
; CHECK: pad:
; CHECK-NEXT: %x = phi i32 [ %.pad, %pad.from.entry ], [ %n.pad, %pad.from.one ]
; CHECK-NEXT: %tok = cleanuppad within none []
; CHECK-NEXT: call void @print(i32 %x) [ "funclet"(token %tok) ]
; CHECK-NEXT: cleanupret from %tok unwind to caller

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
