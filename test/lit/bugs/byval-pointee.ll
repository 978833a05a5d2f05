; A byval argument's memory is the caller's and dead after the first suspend: the pointee is copied, not the pointer.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

%pair = type { i32, [3 x i32] }

define ptr @f(ptr byval(%pair) align 4 %p) presplitcoroutine {
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
  %at = getelementptr inbounds %pair, ptr %p, i32 0, i32 1, i32 2
  %v = load i32, ptr %at, align 4
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

; CHECK: %f.Frame = type { ptr, ptr, %pair, i1 }

; CHECK-LABEL: define ptr @f(ptr byval(%pair) align 4 %p)
; CHECK: %[[T:[0-9]+]] = load %pair, ptr %p, align 4
; CHECK-NEXT: store %pair %[[T]], ptr %p.spill.addr, align 4

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(40) %hdl)
; CHECK: %at = getelementptr inbounds %pair, ptr %p.reload.addr, i32 0, i32 1, i32 2

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
