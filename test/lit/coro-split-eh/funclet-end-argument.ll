; What stands behind an unwinding coro.end in a funclet is the ramp's: a parameter that is used there needs no place in the frame, and the checker of
; frames knows.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  invoke void @may_throw()
          to label %cleanup unwind label %pad

pad:
  %tok = cleanuppad within none []
  call void @tick() [ "funclet"(token %tok) ]
  call void @llvm.coro.end(ptr null, i1 true, token none) [ "funclet"(token %tok) ]
  call void @print(i32 %n) [ "funclet"(token %tok) ]
  cleanupret from %tok unwind label %outer

outer:
  %tok2 = cleanuppad within none []
  call void @print(i32 2) [ "funclet"(token %tok2) ]
  cleanupret from %tok2 unwind to caller

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i1 }
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: %tok = cleanuppad within none []
; CHECK-NOT: @print
; CHECK: cleanupret from %tok unwind to caller
; CHECK-NOT: @print
; CHECK: ret void

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @tick()
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
