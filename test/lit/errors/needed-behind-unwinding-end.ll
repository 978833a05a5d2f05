; A value from in front of a suspend that a part would need behind an unwinding coro.end: LLVM gives poison there, or stops, as where the
; definition is run again in the part.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s
; RUN: not corolower %s 2>&1 | FileCheck %s
; CHECK: :[[@LINE+22]]:3: error: unsupported: a value from before a suspend is needed after an unwinding coro.end
; CHECK: hint: move the use before coro.end

define ptr @f(i64 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %v = call i64 @get()
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  invoke void @put(i64 1) to label %loop unwind label %lp
lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  call void @use(i64 %v)
  resume { ptr, i32 } %e
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare i32 @__gxx_personality_v0(...)
declare i64 @get()
declare void @put(i64)
declare void @use(i64) nounwind
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
