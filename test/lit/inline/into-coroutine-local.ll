; A function that gets the address of a coroutine's variable is inlined before the split up to 40 instructions, and
; the variable becomes a register. The same function stays a call where it gets another address.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,coro-cgscc(inline<elision>,function(sroa))' | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define ptr @bits(
; CHECK-NOT: call void @set(ptr %{{[^o]}}
; CHECK: call void @set(ptr %other, i64 %n)
; CHECK-NOT: call void @set(
; CHECK: ret ptr
define ptr @bits(ptr %other, i64 %n) presplitcoroutine {
entry:
  %word = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i64 0, ptr %word
  call void @set(ptr %word, i64 %n)
  call void @set(ptr %other, i64 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %resumed
    i8 1, label %free
  ]

resumed:
  %v = load i64, ptr %word
  call void @use(i64 %v)
  br label %free

free:
  %gone = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %gone)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @set(ptr %at, i64 %n) {
  %low = and i64 %n, 63
  %bit = shl i64 1, %low
  %old = load i64, ptr %at
  %even = and i64 %n, 64
  %is = icmp eq i64 %even, 0
  br i1 %is, label %on, label %off

on:
  %with = or i64 %old, %bit
  store i64 %with, ptr %at
  ret void

off:
  %mask = xor i64 %bit, -1
  %without = and i64 %old, %mask
  store i64 %without, ptr %at
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i64)
