; A coroutine is created through a pointer that lies in a local variable: the call is direct once the variable is a register, and what is
; looked at then is the creation, in another round of devirt.
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-early,coro-cgscc(inline<elision>,function(sroa,coro-elide),coro-split)' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE --allow-empty

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @use() {
  %how = alloca ptr
  store ptr @f, ptr %how
  %fn = load ptr, ptr %how
  %hdl = call ptr %fn(i32 4)
  call void @llvm.coro.destroy(ptr %hdl)
  ret void
}

; CHECK-LABEL: define void @use(
; CHECK-NOT:   @malloc
; CHECK-NOT:   @f(
; CHECK:       ret void

; REMARK: 'f' elided in 'use'

; ONCE-NOT: elided

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
