; Uses of the promise before coro.begin keep the alloca: only uses that coro.begin dominates are redirected.
; DIFFERS-FROM-LLVM: opt redirects the earlier uses too and leaves IR that its verifier rejects between coro-early and coro-split
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %prom = alloca i32, align 4
  store i32 1, ptr %prom, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %prom, align 4
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

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: store i32 1, ptr %prom
; CHECK: %id = call token @llvm.coro.id(i32 0, ptr %prom, ptr @f, ptr null)
; CHECK: %[[P:promise.addr[0-9]*]] = call ptr @llvm.coro.promise(ptr %hdl, i32 4, i1 false)
; CHECK: store i32 %n, ptr %[[P]]

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
