; The address of a local of one turn is remembered until the next: the local must have one address, so it lives on the frame though each turn ends its lifetime.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %x = alloca i32, align 4
  %last = alloca ptr, align 8
  store ptr null, ptr %last, align 8
  br label %loop

loop:
  call void @llvm.lifetime.start.p0(ptr %x)
  %old = load ptr, ptr %last, align 8
  %same = icmp eq ptr %old, %x
  call void @take(i1 %same)
  call void @use(ptr %x)
  store ptr %x, ptr %last, align 8
  call void @llvm.lifetime.end.p0(ptr %x)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %loop
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

declare void @take(i1)

; CHECK: %f.Frame = type { ptr, ptr, ptr, i32, i1 }

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %old = load ptr, ptr %last.reload.addr, align 8
; CHECK-NEXT: %same = icmp eq ptr %old, %x.reload.addr

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
