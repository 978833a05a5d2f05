; The promise alloca is hidden behind coro.promise(begin) until the split, and its lifetime markers go away.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %prom = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  call void @llvm.lifetime.start.p0(ptr %prom)
  store i32 %n, ptr %prom, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @use(ptr %prom)
  call void @llvm.lifetime.end.p0(ptr %prom)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: %prom = alloca i32, align 4
; CHECK-NEXT: %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr @f, ptr null)
; CHECK: %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
; CHECK-NEXT: %promise.addr = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)
; CHECK-NEXT: store i32 %n, ptr %promise.addr, align 4
; CHECK-NOT: call void @llvm.lifetime
; CHECK: call void @use(ptr %promise.addr)
; CHECK-NOT: call void @llvm.lifetime

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
