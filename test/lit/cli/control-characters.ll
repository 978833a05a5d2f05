; A name may have any character. None of them begins a line of the messages, or reaches the terminal as a control character.
; RUN: corolower %s -o %t -pass-remarks=.* -pass-remarks-missed=.* 2>&1 | FileCheck %s

; CHECK-NOT: {{^::error}}
; CHECK:     @x\0A::error file=evil,line=1::pwned\1B[31m is a coroutine without the presplit attribute
; CHECK-NOT: {{^::error}}
define ptr @"x\0A::error file=evil,line=1::pwned\1B[31m"(i32 %n) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  ret ptr %h
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
