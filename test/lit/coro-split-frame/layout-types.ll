; Floats, vectors, structs and arrays live on the frame in their own types, with their ABI alignment.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define ptr @f(double %d, float %e, <4 x float> %v, { i8, i32 } %st, [3 x i16] %arr, i1 %bit, x86_fp80 %ld) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @take(double %d, float %e, <4 x float> %v, { i8, i32 } %st, [3 x i16] %arr, i1 %bit, x86_fp80 %ld)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @take(double, float, <4 x float>, { i8, i32 }, [3 x i16], i1, x86_fp80)

; CHECK: %f.Frame = type { ptr, ptr, <4 x float>, x86_fp80, double, { i8, i32 }, float, [3 x i16], i1, i1 }

; CHECK-LABEL: define ptr @f(double %d, float %e, <4 x float> %v, { i8, i32 } %st, [3 x i16] %arr, i1 %bit, x86_fp80 %ld)
; CHECK: PostSpill:
; CHECK-NEXT: %ld.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
; CHECK-NEXT: store x86_fp80 %ld, ptr %ld.spill.addr, align 16
; CHECK-NEXT: %bit.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 9
; CHECK-NEXT: store i1 %bit, ptr %bit.spill.addr, align 1
; CHECK-NEXT: %arr.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 7
; CHECK-NEXT: store [3 x i16] %arr, ptr %arr.spill.addr, align 2
; CHECK-NEXT: %st.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 5
; CHECK-NEXT: store { i8, i32 } %st, ptr %st.spill.addr, align 4
; CHECK-NEXT: %v.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store <4 x float> %v, ptr %v.spill.addr, align 16
; CHECK-NEXT: %e.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 6
; CHECK-NEXT: store float %e, ptr %e.spill.addr, align 4
; CHECK-NEXT: %d.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 4
; CHECK-NEXT: store double %d, ptr %d.spill.addr, align 8

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
