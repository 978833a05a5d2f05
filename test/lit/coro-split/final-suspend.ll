; At the final suspend the resume slot is set to null; its index is stored nowhere, and resume has no case for it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %more
    i8 1, label %cleanup
  ]

more:
  call void @tick()
  %s1 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s1, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i1 }

; CHECK-LABEL: define ptr @f()
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NOT: switch i1
; CHECK: resume.entry:
; CHECK-NEXT: br label %resume.0
; CHECK: call void @tick()
; CHECK: %ResumeFn.addr = getelementptr inbounds nuw %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: store ptr null, ptr %ResumeFn.addr, align 8
; CHECK-NOT: store i1
; CHECK: ret void

; CHECK-LABEL: define internal fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: resume.entry:
; CHECK: %[[T:[0-9]+]] = load ptr, ptr %{{ResumeFn.addr[0-9]*}}, align 8
; CHECK-NEXT: %[[T_1:[0-9]+]] = icmp eq ptr %[[T]], null
; CHECK-NEXT: br i1 %[[T_1]], label %resume.1, label %Switch
; CHECK: Switch:
; CHECK-NEXT: br label %resume.0

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @tick()
