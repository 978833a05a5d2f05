; i1 coro.end of two operands: false in the ramp, true in the clones, whoever asks.
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i8* @f() "coroutine.presplit"="0" personality i32 (...)* @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call i8* @malloc(i64 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  invoke void @may_throw()
          to label %wait unwind label %lpad

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  invoke void @may_throw()
          to label %cleanup unwind label %lpad

lpad:
  %lp = landingpad { i8*, i32 }
          cleanup
  %unw = call i1 @llvm.coro.end(i8* null, i1 true)
  br i1 %unw, label %out, label %in.ramp

in.ramp:
  call void @print(i32 1)
  br label %out

out:
  resume { i8*, i32 } %lp

cleanup:
  %memory = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %memory)
  br label %suspend

suspend:
  call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

; CHECK-LABEL: define i8* @f()
; CHECK: call void @print(i32 1)

; CHECK-LABEL: define internal fastcc void @f.resume(%f.Frame* noalias nonnull align 8 dereferenceable(24) %FramePtr)
; CHECK-NOT: @print(i32 1)
; CHECK: ret void

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i64 @llvm.coro.size.i64()
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.free(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i64)
declare void @free(i8*)
declare void @print(i32)
declare void @may_throw()
declare i32 @personality(...)
