; The same with typed pointers: what was of the smaller variable's type reads it through a cast.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<grow-buffers>),coro-cleanup' -S | opt-14 -passes=verify -disable-output

define internal i8* @f(i8* %buf, i32* %n, i32* %p) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, i8* %buf, i8* bitcast (i8* (i8*, i1)* @proto to i8*), i8* bitcast (i8* (i64)* @take to i8*), i8* bitcast (void (i8*)* @give to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1()
  store i32 1, i32* %p
  store i32 1, i32* %n
  %e = call i1 @llvm.coro.end(i8* %h, i1 false)
  unreachable
}
define void @use(i32* %p) {
entry:
  %buf = alloca [8 x i8], align 8
  %other = alloca i32
  %b = bitcast [8 x i8]* %buf to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %b)
  %b0 = getelementptr [8 x i8], [8 x i8]* %buf, i64 0, i64 0
  %c = call i8* @f(i8* %b0, i32* %p, i32* %other)
  %f = bitcast i8* %c to i8* (i8*, i1)*
  %r = call i8* %f(i8* %b, i1 false)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %b)
  ret void
}
declare i8* @proto(i8*, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, i8*, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @take(i64)
declare void @give(i8*)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)

; CHECK-LABEL: define void @use(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %buf = alloca [16 x i8], align 8
; CHECK-NEXT:    %other = alloca i32
; CHECK-NEXT:    %0 = bitcast [16 x i8]* %buf to [8 x i8]*
; CHECK-NEXT:    %b = bitcast [8 x i8]* %0 to i8*
; CHECK-NEXT:    call void @llvm.lifetime.start.p0i8(i64 16, i8* %b)
