; A call of llvm.coro.prepare is its operand once coroutines are split, in functions that are no coroutines too and in every pipeline that splits.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='default<O0>' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define i32 @callee(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @direct() {
  %p = call ptr @llvm.coro.prepare.retcon(ptr @callee)
  %q = call ptr @llvm.coro.prepare.async(ptr @callee)
  %r = call i32 %p(i32 5)
  %s = call i32 %q(i32 6)
  ret i32 %s
}

define ptr @passed_on(ptr %p) {
  %a = call ptr @llvm.coro.prepare.async(ptr %p)
  %b = call ptr @llvm.coro.prepare.async(ptr %a)
  ret ptr %b
}

declare ptr @llvm.coro.prepare.retcon(ptr)
declare ptr @llvm.coro.prepare.async(ptr)

; CHECK-LABEL: define i32 @direct()
; CHECK-NEXT:    %r = call i32 @callee(i32 5)
; CHECK-NEXT:    %s = call i32 @callee(i32 6)
; CHECK-NEXT:    ret i32 %s

; CHECK-LABEL: define ptr @passed_on(ptr %p)
; CHECK-NEXT:    ret ptr %p
