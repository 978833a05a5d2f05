; A coroutine that left by an exception is destroyed as at the final suspend only because the index says so: null alone does not decide.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %one
    i8 1, label %cleanup
  ]

one:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %two
    i8 1, label %cleanup
  ]

two:
  invoke void @may_throw()
          to label %done unwind label %lpad

done:
  %fin = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %fin, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

lpad:
  %lp = landingpad { ptr, i32 }
          cleanup
  call void @tick()
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

; CHECK: %f.Frame = type { ptr, ptr, i2 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: switch i2 %index, label %unreachable [
; CHECK-NEXT:   i2 0, label %resume.0
; CHECK-NEXT:   i2 1, label %resume.1
; CHECK-NEXT: ]
; CHECK: store ptr null, ptr %{{ResumeFn.addr[0-9]*}}, align 8
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i2 -2, ptr %[[INDEX_ADDR]], align 1
; CHECK: store ptr null, ptr %{{ResumeFn.addr[0-9]*}}, align 8
; CHECK-NEXT: %[[INDEX_ADDR_1:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i2 -2, ptr %[[INDEX_ADDR_1]], align 1
; CHECK: resume { ptr, i32 } %lp

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NOT: icmp eq ptr
; CHECK: switch i2 %index, label %unreachable [
; CHECK-NEXT:   i2 0, label %resume.0
; CHECK-NEXT:   i2 1, label %resume.1
; CHECK-NEXT:   i2 -2, label %resume.2
; CHECK-NEXT: ]

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @tick()
declare void @may_throw()
declare i32 @personality(...)
