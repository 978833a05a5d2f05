; Two coroutines, each lowered on its own, come to need one declaration that the file does not have; one names it and the other does not. A group
; of attributes that says nothing any more when the marker is gone goes with it.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output

define ptr @f() #0 {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %leave [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  call void @free(ptr %hdl)
  br label %leave

leave:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @counter() #0 vscale_range(0,0) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @use(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %leave [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  call void @free(ptr %hdl)
  br label %leave

leave:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
attributes #0 = { presplitcoroutine }

; CHECK-NOT: = { }
; CHECK:     define ptr @f() {
; CHECK:     define ptr @counter() {
; CHECK:     declare token @llvm.coro.save(ptr)
; CHECK-NOT: @llvm.coro.save
; CHECK-NOT: = { }
