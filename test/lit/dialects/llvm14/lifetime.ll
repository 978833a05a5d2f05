; Lifetime markers with a size, on a bitcast of the local.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f() "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  %x = alloca i64, align 8
  %raw = bitcast i64* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %raw)
  call void @use(i8* %raw)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %raw)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK: %f.Frame = type { void (%f.Frame*)*, void (%f.Frame*)*, i1 }

; CHECK-LABEL: define i8* @f()
; CHECK: %x = alloca i64, align 8
; CHECK: call void @llvm.lifetime.start.p0i8(i64 8, i8* %raw)
; CHECK-NEXT: call void @use(i8* %raw)
; CHECK-NEXT: call void @llvm.lifetime.end.p0i8(i64 8, i8* %raw)

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @use(i8*)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)
