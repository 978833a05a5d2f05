; With typed pointers a cast stands in front of each lifetime marker. It needs nothing of the object: two lives one after the other share storage.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split<reuse-storage>)' -S -pass-remarks=coro-split 2>&1 | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split<reuse-storage>)' -S | opt-14 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt-14 shares storage only as a part of -O2

; CHECK: Split 'f' (frame_size=520, align=8)
%big = type { [500 x i8] }

define i8* @f() "coroutine.presplit"="0" {
entry:
  %x = alloca %big, align 1
  %y = alloca %big, align 1
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  %xs = bitcast %big* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 500, i8* %xs)
  call void @use(%big* %x)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %second
    i8 1, label %die
  ]

second:
  call void @use(%big* %x)
  %xe = bitcast %big* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 500, i8* %xe)
  %ys = bitcast %big* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 500, i8* %ys)
  call void @use(%big* %y)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %third
    i8 1, label %die2
  ]

third:
  call void @use(%big* %y)
  %ye = bitcast %big* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 500, i8* %ye)
  br label %cleanup

die:
  %xd = bitcast %big* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 500, i8* %xd)
  br label %cleanup

die2:
  %yd = bitcast %big* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 500, i8* %yd)
  br label %cleanup

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @use(%big*)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)
