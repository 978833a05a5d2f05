; An address that was laundered is laundered again behind a suspend, and not kept: with reuse-storage, where frames need not be LLVM's. A frame
; that holds no address within itself can lie in its creator though an exception may leave that, and a promise that is laundered still leads
; to the handle.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each -S | FileCheck %s --check-prefixes=CHECK,AGAIN
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: corolower %s -passes='default<O2>' -verify-each -S -disable-output -pass-remarks=coro-elide 2>&1 | FileCheck %s --check-prefix=ELIDED
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; ELIDED: 'f' elided in 'user'

; CHECK-LABEL: define {{.*}}@f.resume(
; AGAIN: call ptr @llvm.launder.invariant.group.p0(
; AGAIN: %[[NEW:new.*]] = call ptr @llvm.launder.invariant.group.p0(
; AGAIN: load ptr, ptr %[[NEW]], align 8{{$}}
; KEPT: %[[OLD:new.*]] = load ptr, ptr %{{.*}}, align 8
; KEPT: load ptr, ptr %[[OLD]], align 8, !invariant.group
define ptr @f() presplitcoroutine {
entry:
  %promise = alloca ptr, align 8
  %obj = alloca [2 x ptr], align 8
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %got = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %got, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr @table, ptr %promise, align 8
  %mine = call ptr @llvm.launder.invariant.group.p0(ptr %promise)
  %back = call ptr @llvm.coro.promise(ptr %mine, i32 8, i1 true)
  store ptr @table, ptr %obj, align 8
  %new = call ptr @llvm.launder.invariant.group.p0(ptr %obj)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %v = load ptr, ptr %new, align 8, !invariant.group !0
  call void @use(ptr %v)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s1, label %suspend [
    i8 1, label %cleanup
  ]

cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %f, null
  br i1 %any, label %free, label %suspend

free:
  call void @free(ptr %f)
  br label %suspend

suspend:
  %end = call i1 @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %back
}

define void @user() {
  %h = call ptr @f()
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

@table = external constant [4 x ptr]

declare void @use(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr) nounwind
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)

!0 = !{}
