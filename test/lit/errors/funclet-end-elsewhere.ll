; An unwinding coro.end leaves the funclet that it names to the caller, in the parts. That does not go together with other ways out of it, and only a
; cleanup is left so. opt makes invalid IR of both.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s

; CHECK:     error: unsupported: an unwinding coro.end is in a funclet that does not unwind to the caller
; CHECK-NEXT:  call void @llvm.coro.end(ptr null, i1 true, token none) [ "funclet"(token %tok) ]
; CHECK:     note: the funclet unwinds here
; CHECK-NEXT:  cleanupret from %tok unwind label %outer
; CHECK:     error: unsupported: an unwinding coro.end is in a funclet that is not a cleanup, so a part cannot unwind from it to the caller
; CHECK:     note: the funclet begins here
define ptr @f(ptr %mem) presplitcoroutine personality ptr @__CxxFrameHandler3 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
  ]

cont:
  invoke void @may_throw()
          to label %suspend unwind label %pad

pad:
  %tok = cleanuppad within none []
  cleanupret from %tok unwind label %outer

outer:
  %tok2 = cleanuppad within none []
  call void @llvm.coro.end(ptr null, i1 true, token none) [ "funclet"(token %tok) ]
  cleanupret from %tok2 unwind to caller

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @caught(ptr %mem) presplitcoroutine personality ptr @__CxxFrameHandler3 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
  ]

cont:
  invoke void @may_throw()
          to label %suspend unwind label %pad

pad:
  %sw = catchswitch within none [label %handler] unwind to caller

handler:
  %tok = catchpad within %sw [ptr null, i32 64, ptr null]
  call void @llvm.coro.end(ptr null, i1 true, token none) [ "funclet"(token %tok) ]
  catchret from %tok to label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
