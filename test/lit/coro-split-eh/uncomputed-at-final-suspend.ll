; An exception leaves at the unwinding end before %r is computed. If the coroutine is then destroyed, code behind the
; final suspend reads %r, which no frame can hold. The frame is right.
; RUN: corolower %s -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -verify-each -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK: call void @log(i64 %r.reload)

define ptr @f() presplitcoroutine personality ptr @personality {
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
  %r = invoke i64 @may_throw()
          to label %done unwind label %lpad
done:
  %fin = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %fin, label %suspend [
    i8 0, label %trap
    i8 1, label %destroy
  ]
trap:
  unreachable
destroy:
  call void @log(i64 %r)
  br label %cleanup
lpad:
  %lp = landingpad { ptr, i32 }
          cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i64 @may_throw()
declare void @log(i64)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare i32 @personality(...)
