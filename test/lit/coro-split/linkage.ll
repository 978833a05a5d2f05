; Clones are internal, fastcc, default visibility and outside the ramp's comdat; section, gc and alignment are copied.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

$f = comdat any

define weak_odr hidden ptr @f() unnamed_addr #0 section "hot" comdat align 32 gc "statepoint-example" {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
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

attributes #0 = { presplitcoroutine minsize "frame-pointer"="all" }

; CHECK-LABEL: define weak_odr hidden ptr @f() unnamed_addr
; CHECK-SAME: section "hot" comdat align 32 gc "statepoint-example" {

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NOT: hidden
; CHECK-NOT: comdat
; CHECK-SAME: #[[A:[0-9]+]] section "hot" align 32 gc "statepoint-example" {

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK-SAME: #[[A]] section "hot" align 32

; CHECK-LABEL: define internal fastcc void @f.cleanup(
; CHECK-SAME: #[[A]] section "hot" align 32
; CHECK: attributes #[[A]] = { minsize "frame-pointer"="all" }

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
