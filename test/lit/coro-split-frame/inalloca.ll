; The memory of an inalloca argument lies where the ABI wants it, on top of the stack, so it has no slot even if its address is stored. It
; ends with the call, so nobody uses that address later.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM 22 passes an address in the frame
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -verify-each -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll

target datalayout = "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:32-n8:16:32-a:0:32-S32"
target triple = "i386-pc-windows-msvc"

; CHECK: %f.Frame = type { ptr, ptr, i1 }
; CHECK: %args = alloca inalloca <{ ptr, i32 }>
; CHECK: call void @take(ptr inalloca(<{ ptr, i32 }>) %args)
define ptr @f() presplitcoroutine {
entry:
  %seen = alloca ptr
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i32 @llvm.coro.size.i32()
  %mem = call ptr @malloc(i32 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %top = call ptr @llvm.stacksave.p0()
  %args = alloca inalloca <{ ptr, i32 }>
  store ptr %args, ptr %seen
  call void @look(ptr %seen)
  call void @take(ptr inalloca(<{ ptr, i32 }>) %args)
  call void @llvm.stackrestore.p0(ptr %top)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %free
                             i8 1, label %free ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %out
out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @look(ptr captures(none))
declare void @take(ptr inalloca(<{ ptr, i32 }>))
declare ptr @malloc(i32)
declare void @free(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
