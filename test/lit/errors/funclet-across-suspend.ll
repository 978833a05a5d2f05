; An unwinding coro.end in a funclet that was entered before a suspend: the function that resumes there cannot leave the funclet. LLVM 22 makes invalid IR of it.
; RUN: not corolower %s -w -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s --check-prefix=RULE
; CHECK: funclet-across-suspend.ll:{{[0-9]+}}:13: error: token definition is separated from the use by a suspend point
; CHECK-NEXT: %bundle = cleanuppad
; RULE: error: token definition is separated from the use by a suspend point [token-across-suspend]
; RULE: error: token definition is separated from the use by a suspend point [token-across-suspend]
define ptr @named() presplitcoroutine personality ptr @__CxxFrameHandler3 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %out unwind label %pad
pad:
  %bundle = cleanuppad within none []
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  call void @llvm.coro.end(ptr null, i1 true, token none) [ "funclet"(token %bundle) ]
  cleanupret from %bundle unwind to caller
out:
  ret ptr %hdl
}

; Without a name, the function goes on behind the end, and needs the funclet there.
define ptr @unnamed() presplitcoroutine personality ptr @__CxxFrameHandler3 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %out unwind label %pad
pad:
  %behind = cleanuppad within none []
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  cleanupret from %behind unwind to caller
out:
  ret ptr %hdl
}
; CHECK: %behind = cleanuppad

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @may_throw()
declare i32 @__CxxFrameHandler3(...)
