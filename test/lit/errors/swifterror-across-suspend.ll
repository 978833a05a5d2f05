; A swifterror value lives in a register and not in a frame; on one side of the suspends it is an alloca like any other.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -S 2>&1 | FileCheck %s --check-prefix=SPLIT
; RUN: not corolower check %s 2>&1 | FileCheck %s

; SPLIT: swifterror-across-suspend.ll:[[#@LINE+2]]:30: error: unsupported: cannot place a swifterror value in a coroutine frame
; CHECK: swifterror-across-suspend.ll:[[#@LINE+1]]:30: error: cannot place a swifterror value in a coroutine frame
define ptr @f(ptr swifterror %e) presplitcoroutine {
  %local = alloca swifterror ptr
; CHECK: swifterror-across-suspend.ll:[[#@LINE+1]]:13: error: cannot place a swifterror value in a coroutine frame
  %across = alloca swifterror ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr null, ptr %local
  call void @use(ptr swifterror %local)
  call void @use(ptr swifterror %across)
  call void @use(ptr swifterror %e)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %resumed
    i8 1, label %end
  ]

resumed:
  call void @use(ptr swifterror %e)
  call void @use(ptr swifterror %across)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-NOT: cannot place
declare void @use(ptr swifterror)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
