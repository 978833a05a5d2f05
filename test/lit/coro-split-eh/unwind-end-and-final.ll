; With a final suspend and an unwinding end both store the last index beside the null, and destroy keeps its full switch.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

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
  call void @print(i32 1)
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

; CHECK: %f.Frame = type { ptr, ptr, i1 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %[[RESUMEFN_ADDR:ResumeFn.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr null, ptr %[[RESUMEFN_ADDR]], align 8
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i1 true, ptr %[[INDEX_ADDR]], align 1
; CHECK: br label %{{CoroEnd[0-9]*}}
; CHECK: %[[RESUMEFN_ADDR_1:ResumeFn.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr null, ptr %[[RESUMEFN_ADDR_1]], align 8
; CHECK-NEXT: %[[INDEX_ADDR_1:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i1 true, ptr %[[INDEX_ADDR_1]], align 1

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: resume.entry:
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %index = load i1, ptr %[[INDEX_ADDR]], align 1
; CHECK-NEXT: switch i1 %index, label %unreachable [
; CHECK-NOT: Switch:

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @may_throw()
declare i32 @personality(...)
