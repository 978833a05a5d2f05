; An object of variable size is not allocated like the frame if the frame may not be there yet, or if an exception may leave without freeing it.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split<dynamic-allocas>)' -disable-output 2>&1 | FileCheck %s
; REQUIRES: corolower

define ptr @early(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
; CHECK: dynamic-alloca-heap.ll:[[#@LINE+1]]:8: error: Coroutines cannot handle non static allocas yet
  %x = alloca i32, i32 %n
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
; CHECK: dynamic-alloca-heap.ll:[[#@LINE+1]]:10: note: it cannot be allocated like the frame: it may be allocated before the coroutine begins here
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @use(ptr %x)
  br label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @thrown(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
; CHECK: dynamic-alloca-heap.ll:[[#@LINE+1]]:8: error: Coroutines cannot handle non static allocas yet
  %x = alloca i32, i32 %n
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  invoke void @use(ptr %x) to label %cleanup unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup
; CHECK: dynamic-alloca-heap.ll:[[#@LINE+1]]:3: note: it cannot be allocated like the frame: control may reach this exit without llvm.coro.free
  resume { ptr, i32 } %e
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i32 @__gxx_personality_v0(...)
declare ptr @get(i64)
declare void @put(ptr)
declare void @use(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
