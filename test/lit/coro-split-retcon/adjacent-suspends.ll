; Suspends that follow each other: each continuation reloads the parameter and computes what the next suspend yields again. Typed pointers,
; as LLVM 14 has them, where values are computed again once a block.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-split' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='coro-split' -S | opt-14 -passes=verify -disable-output

define {i8*, i64} @gen(i8* %buf, i8* %p) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, i8* %buf, i8* bitcast ({i8*, i64} (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %v = ptrtoint i8* %p to i64
  %w = add i64 %v, 3
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %v)
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %v)
  %s2 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %w)
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
declare {i8*, i64} @proto(i8*, i1)
declare i8* @take(i64)
declare void @give(i8*)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare i1 @llvm.coro.end(i8*, i1)

; CHECK-LABEL: @gen.resume.0(
; CHECK: ptrtoint i8* %p.reload{{.*}} to i64
; CHECK-LABEL: @gen.resume.1(
; CHECK: [[V:%[a-z0-9.]+]] = ptrtoint i8* %p.reload{{.*}} to i64
; CHECK: add i64 [[V]], 3
