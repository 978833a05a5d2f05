; A cleanuppad reached both from a catchswitch and from a pad inside it: the edges meet in one dispatch block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %ok unwind label %catch.dispatch

catch.dispatch:
  %cs = catchswitch within none [label %catch] unwind label %clean

catch:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  invoke void @may_throw() [ "funclet"(token %cp) ]
          to label %caught unwind label %clean

caught:
  catchret from %cp to label %ok

clean:
  %x = phi i32 [ 1, %catch.dispatch ], [ 2, %catch ]
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
; CHECK: %cs = catchswitch within none [label %catch] unwind label %clean.corodispatch
; CHECK: clean.corodispatch:
; CHECK-NEXT: %[[T:[0-9]+]] = phi i8 [ 0, %catch ], [ 1, %catch.dispatch ]
; CHECK-NEXT: %tok = cleanuppad within none []
; CHECK-NEXT: switch i8 %[[T]], label %unreachable [
; CHECK-NEXT:   i8 0, label %clean.from.catch
; CHECK-NEXT:   i8 1, label %clean.from.catch.dispatch
; CHECK-NEXT: ]
; CHECK: clean.from.catch:

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
