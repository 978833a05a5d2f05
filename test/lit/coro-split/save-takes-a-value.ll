; The operand of llvm.coro.save is the frame's address, whatever the input passes: the
; value is not stored for it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define ptr @f(
; CHECK: %value = load ptr, ptr %chosen
; CHECK-NOT: reload = load
; CHECK: ret ptr
define ptr @f(ptr %x) presplitcoroutine {
entry:
  %own = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %none = icmp eq ptr %x, null
  %chosen = select i1 %none, ptr %own, ptr %x
  %value = load ptr, ptr %chosen
  call void @use(ptr %value)
  br label %wait

wait:
  %save = call token @llvm.coro.save(ptr %chosen)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [ i8 0, label %cleanup
                                 i8 1, label %cleanup ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @use(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
