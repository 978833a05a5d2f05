; A variable that only contains a constant is the constant; an address of a variable in itself is known; and a select of two
; variables becomes one of their values.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt has these steps in instcombine, sroa and gvn.
; RUN: corolower %s -passes=promote-alloca -S | FileCheck %s
; RUN: corolower %s -passes=promote-alloca -S | opt-22 -passes=verify -disable-output

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

@table = internal constant [4 x i64] [i64 3, i64 0, i64 -9, i64 77], align 8

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define i64 @in_place(
; CHECK-NEXT: %p = getelementptr [4 x i64], ptr @table, i64 0, i64 %i
; CHECK-NEXT: %v = load i64, ptr %p
define i64 @in_place(i64 %i) {
  %a = alloca [4 x i64], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @table, i64 32, i1 false)
  %p = getelementptr [4 x i64], ptr %a, i64 0, i64 %i
  %v = load i64, ptr %p
  ret i64 %v
}

; CHECK-LABEL: define i8 @own_address(
; CHECK-NEXT: ret i8 %x
define i8 @own_address(i8 %x) {
  %frame = alloca { ptr, ptr, i8, ptr }
  %next = getelementptr i8, ptr %frame, i64 16
  store i8 %x, ptr %next
  %handle = getelementptr i8, ptr %frame, i64 24
  store ptr null, ptr %handle
  store ptr %frame, ptr %handle
  %h = load ptr, ptr %handle
  %p = getelementptr i8, ptr %h, i64 16
  %v = load i8, ptr %p
  ret i8 %v
}

; CHECK-LABEL: define i64 @min(
; CHECK-NEXT: %c = icmp ult i64 %x, %y
; CHECK-NEXT: %v = select i1 %c, i64 %x, i64 %y
; CHECK-NEXT: ret i64 %v
define i64 @min(i64 %x, i64 %y) {
  %a = alloca i64
  %b = alloca i64
  store i64 %x, ptr %a
  store i64 %y, ptr %b
  %c = icmp ult i64 %x, %y
  %p = select i1 %c, ptr %a, ptr %b
  %v = load i64, ptr %p
  ret i64 %v
}
