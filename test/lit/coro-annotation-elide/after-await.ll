; Behind a suspend the coroutine was resumed: what follows is as frequent as what came before.
; DIFFERS-FROM-LLVM: opt 22 takes the three ways on from a suspend for equally likely, and with them every call behind one for rare
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -pass-remarks=coro-annotation-elide -pass-remarks-missed=coro-annotation-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower explain elision -passes='default<O2>' %s | FileCheck %s --check-prefix=EXPLAIN

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
  call void @print(i32 %n)
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
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  %t = call ptr @f(i32 5) coro_elide_safe
  call void @use(ptr %t)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define internal fastcc void @g.resume(
; CHECK-NOT:     call ptr @f(
; CHECK:         store ptr @f.resume,
; CHECK:         call void @use(

; REMARK: remark: <unknown>:0:0: 'f' elided in 'g' (block_freq: 18014398509481984)

; A verdict of coro-elide, which gave up on the handle before, is replaced.
; EXPLAIN: elided: 'f' elided in 'g'
; EXPLAIN-NOT: missed:
; EXPLAIN: 1 of 1 allocation elided

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr) nounwind
declare void @print(i32)
