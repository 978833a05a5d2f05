; Empty awaiters of several suspends take no room in the frame.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %aw1 = alloca {}, align 1
  %aw2 = alloca [0 x i32], align 4
  call void @use(ptr %aw1)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %a
    i8 1, label %cleanup
  ]

a:
  call void @use(ptr %aw1)
  call void @use(ptr %aw2)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %b
    i8 1, label %cleanup
  ]

b:
  call void @use(ptr %aw2)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
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

; CHECK: %f.Frame = type { ptr, ptr, i2 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: %aw1.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: %aw2.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 0
; CHECK-NEXT: br label %resume.entry

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
