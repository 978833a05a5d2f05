; <own-calls>: run on the caller, in front of its split, once the callee is split. The flag that says "resumed" is followed through the
; clean-up that calls what is not known, so the second await is as likely as the first.
; DIFFERS-FROM-LLVM: opt has no such parameter
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-annotation-elide<own-calls>,coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-annotation-elide<own-calls>,coro-split)' -pass-remarks=coro-annotation-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-early,cgscc(coro-annotation-elide<own-calls>,coro-split)' -S | opt-22 -passes=verify -disable-output

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
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @use(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @g() presplitcoroutine {
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
  %t = call ptr @f(i32 1) coro_elide_safe
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %scope
  ]

resumed:
  call void @use(i32 7)
  br label %scope

scope:
  %why = phi i32 [ 0, %resumed ], [ 2, %begin ]
  call void @use(i32 8)
  %on = icmp eq i32 %why, 0
  br i1 %on, label %second, label %cleanup

second:
  %u = call ptr @f(i32 2) coro_elide_safe
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
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

; CHECK-LABEL: define ptr @g(
; CHECK-NOT:     call ptr @f(
; CHECK-LABEL: define internal fastcc void @g.resume(
; CHECK-NOT:     call ptr @f(
; CHECK:         store ptr @f.resume,

; REMARK-COUNT-2: remark: <unknown>:0:0: 'f' elided in 'g'

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i32) nounwind
