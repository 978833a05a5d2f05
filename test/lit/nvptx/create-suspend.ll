; NVVM's suspend marker: what it gives is the coroutine's handle and its constant, and no part has a copy of it.
; DIFFERS-FROM-LLVM: opt leaves the marker
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -passes=coro-early -S | FileCheck %s --check-prefix=EARLY
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -disable-output

target triple = "nvptx64-nvidia-cuda"

; CHECK-NOT: call {{.*}}create.suspend

; EARLY-LABEL: define ptr @f(
; EARLY:         insertvalue { ptr, i32 } poison, ptr null, 0
; EARLY-NEXT:    insertvalue { ptr, i32 } %{{.*}}, i32 1, 1
; EARLY:         %handle = call {{.*}}ptr @llvm.coro.begin
; EARLY:         insertvalue { ptr, i32 } poison, ptr %handle, 0
; EARLY-NEXT:    insertvalue { ptr, i32 } %{{.*}}, i32 2, 1
define ptr @f() nounwind presplitcoroutine {
entry:
  %before = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 1)
  call void @use({ ptr, i32 } %before)
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %marked = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 2)
  call void @use({ ptr, i32 } %marked)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32)
declare void @use({ ptr, i32 })
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
