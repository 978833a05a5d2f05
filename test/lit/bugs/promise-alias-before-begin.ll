; The same for the promise: an alias made before coro.begin must point into the frame, or the writes are lost.
; DIFFERS-FROM-LLVM: opt leaves the address on the dead stack copy, so the write made after coro.begin is lost
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %prom = alloca { i64, i32 }, align 8
  %field = getelementptr inbounds { i64, i32 }, ptr %prom, i32 0, i32 1
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %field, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %v = load i32, ptr %field, align 4
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

; CHECK: %f.Frame = type { ptr, ptr, { i64, i32 }, i1 }

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: %hdl = call
; CHECK-NOT: store i32 %n, ptr %field,
; CHECK: store i32 %n, ptr %
; CHECK-NOT: store i32 %n, ptr %field,

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable({{32|40}}) %hdl)
; CHECK: %v = load i32, ptr %{{.*}}, align 4

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
