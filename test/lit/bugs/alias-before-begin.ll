; An address computed from a local before coro.begin and used after it is made again from the frame's slot.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %pair = alloca { i32, i32 }, align 4
  %second = getelementptr inbounds { i32, i32 }, ptr %pair, i32 0, i32 1
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %second, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %pair)
  %v = load i32, ptr %second, align 4
  call void @print(i32 %v)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, { i32, i32 }, i1 }

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: store ptr @f.destroy, ptr %destroy.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %[[T_1:[0-9]+]] = getelementptr i8, ptr %[[T]], i64 4
; CHECK: store i32 %n, ptr %[[T_1]], align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %v = load i32, ptr %{{second[0-9]*}}, align 4

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @use(ptr)
