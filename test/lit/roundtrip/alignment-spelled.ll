; Accesses and variables of a function that changes say their alignment, as LLVM reads them: that of the data layout.
; RUN: corolower %s -passes=simplifycfg -S | FileCheck %s
; RUN: corolower %s -passes=simplifycfg -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define i64 @f(
; CHECK: %a = alloca i64, align 8{{$}}
; CHECK: %v = load i64, ptr %p, align 4{{$}}
; CHECK: store i64 %v, ptr %a, align 4{{$}}
; CHECK: %w = load double, ptr %p, align 8{{$}}
; CHECK: %u = load i32, ptr %p, align 1{{$}}
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  store i64 %v, ptr %a
  %w = load double, ptr %p
  %u = load i32, ptr %p, align 1
  br label %x
x:
  ret i64 %v
}
