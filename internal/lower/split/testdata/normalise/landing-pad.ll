; An edge into a landingpad gets a landingpad of its own, and the old one becomes a phi of them.
define ptr @f(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @get(i64 16)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @usei(i32 1) to label %next unwind label %pad
next:
  invoke void @usei(i32 2) to label %wait unwind label %pad
wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]
cont:
  br label %cleanup
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @drop(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
pad:
  %v = phi i32 [ 1, %entry ], [ 2, %next ]
  %e = landingpad { ptr, i32 } cleanup
  call void @usei(i32 %v)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @get(i64)
declare void @drop(ptr)
declare void @usei(i32)
declare i32 @__gxx_personality_v0(...)
