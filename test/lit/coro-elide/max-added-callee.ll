; The bound on what elision adds to a function stops it in front of a part of a coroutine, which is no creation: nothing is said of it.
; REQUIRES: corolower
; RUN: corolower %s -pass-remarks-analysis=coro-elide --coro-elide-max-added=20 -o /dev/null 2>&1 | FileCheck %s

; CHECK: 'f' stays on the heap: the coroutine creates itself
; CHECK-NOT: stays on the heap

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define ptr @user(i64 %depth, ptr %a0) {
entry:
  %h = call ptr @f(i64 0, ptr null, <4 x i32> zeroinitializer, i8 0, float undef)
  call void @llvm.coro.resume(ptr %h)
  ret ptr null
}

; Function Attrs: presplitcoroutine
define ptr @f(i64 %depth, ptr %a0, <4 x i32> %a1, i8 %a2, float %a3) #0 {
entry:
  %slot = alloca double, align 8
  %v4 = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %v7 = call i1 @llvm.coro.alloc(token %v4)
  %coro.hdl = call ptr @llvm.coro.begin(token %v4, ptr null)
  %v28 = call token @llvm.coro.save(ptr %coro.hdl)
  %v32 = call i8 @llvm.coro.suspend(token %v28, i1 false)
  switch i8 %v32, label %coro.ret [
    i8 0, label %do89
    i8 1, label %do165
  ]

do89:                                             ; preds = %entry
  %again = call ptr @f(i64 0, ptr null, <4 x i32> zeroinitializer, i8 %a2, float %a3)
  call void @trace(i64 48, i64 0)
  call void @llvm.coro.resume(ptr %again)
  %v131 = call i64 @val(i64 51)
  br label %do165

do165:                                            ; preds = %do89, %entry
  call void @free(ptr null)
  br label %coro.ret

coro.ret:                                         ; preds = %do165, %entry
  store double undef, ptr %slot, align 8
  call void @peek(ptr %slot, i64 8, i64 62)
  ret ptr %coro.hdl
}

declare i64 @val(i64)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)

declare i1 @llvm.coro.alloc(token)

declare ptr @llvm.coro.begin(token, ptr)

declare token @llvm.coro.save(ptr)

declare void @trace(i64, i64)

declare i8 @llvm.coro.suspend(token, i1)

declare void @llvm.coro.resume(ptr)

declare void @free(ptr)

declare void @peek(ptr captures(none), i64, i64)

attributes #0 = { presplitcoroutine }
