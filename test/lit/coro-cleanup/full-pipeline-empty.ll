; No coroutine intrinsic is called anywhere after the whole pipeline.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %prom = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  store i32 %n, ptr %prom
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %nh = call ptr @llvm.coro.noop()
  call void @llvm.coro.resume(ptr %nh)
  %d = call i1 @llvm.coro.done(ptr %nh)
  br i1 %d, label %cleanup, label %more

more:
  %p = call ptr @llvm.coro.promise(ptr %nh, i32 4, i1 false)
  call void @use(ptr %p)
  %fin = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %fin, label %suspend [
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

; CHECK-NOT: call {{.*}}@llvm.coro

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK-NOT: call {{.*}}@llvm.coro

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT: call {{.*}}@llvm.coro

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK-NOT: call {{.*}}@llvm.coro

; CHECK-LABEL: define internal fastcc void @f.cleanup(
; CHECK-NOT: call {{.*}}@llvm.coro

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.noop()
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
