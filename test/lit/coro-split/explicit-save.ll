; The index is stored where coro.save stands, not where the suspend stands.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @tick()
  %sv = call token @llvm.coro.save(ptr %hdl)
  call void @print(i32 1)
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 2)
  %sv2 = call token @llvm.coro.save(ptr %hdl)
  call void @print(i32 3)
  %s2 = call i8 @llvm.coro.suspend(token %sv2, i1 false)
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

; CHECK: %f.Frame = type { ptr, ptr, i1 }

; CHECK-LABEL: define ptr @f()
; CHECK: call void @tick()
; CHECK: store i1 false, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: call void @print(i32 1)

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: switch i1 %index, label %unreachable [
; CHECK-NEXT:   i1 false, label %resume.0
; CHECK-NEXT:   i1 true, label %resume.1
; CHECK-NEXT: ]
; CHECK: switch i8 0, label %suspend [
; CHECK-NEXT:   i8 0, label %cont
; CHECK-NEXT:   i8 1, label %cleanup
; CHECK-NEXT: ]
; CHECK: call void @print(i32 2)
; CHECK: store i1 true, ptr %{{index.addr[0-9]*}}, align 1
; CHECK: call void @print(i32 3)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @tick()
