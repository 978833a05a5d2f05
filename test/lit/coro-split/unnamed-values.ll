; Unnamed values on the frame give .spill.addr, .reload.addr and .reload.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %0) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %1 = call i64 @long()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %0)
  call void @print64(i64 %1)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare i64 @long()
declare void @print64(i64)

; CHECK: %f.Frame = type { ptr, ptr, i64, i32, i1 }

; CHECK-LABEL: define ptr @f(i32 %0)
; CHECK: PostSpill:
; CHECK: store i32 %{{[0-9]+}}, ptr %{{.spill.addr[0-9]*}}, align 4
; CHECK: store i64 %{{[0-9]+}}, ptr %{{.spill.addr[0-9]*}}, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %[[RELOAD:.reload[0-9]*]] = load i64, ptr %{{.reload.addr[0-9]*}}, align 4
; CHECK: %[[RELOAD_1:.reload[0-9]*]] = load i32, ptr %{{.reload.addr[0-9]*}}, align 4
; CHECK-NEXT: call void @print(i32 %[[RELOAD_1]])
; CHECK-NEXT: call void @print64(i64 %[[RELOAD]])

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
