; The normal destination of an invoke has another predecessor: the store of the result is made on the edge.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %again

again:
  %r = invoke i32 @compute()
          to label %join unwind label %lpad

join:
  br i1 %c, label %wait, label %join2

join2:
  call void @tick()
  br label %join

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %r)
  br label %cleanup

lpad:
  %lp = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %lp

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i32 @compute()

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: %r = invoke i32 @compute()
; CHECK-NEXT:         to label %again.join_crit_edge unwind label %lpad
; CHECK: again.join_crit_edge:
; CHECK-NEXT: %r.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %r, ptr %r.spill.addr, align 4
; CHECK-NEXT: br label %join

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
declare i32 @personality(...)
