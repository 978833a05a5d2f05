; The default pipeline looks only at coroutines and their creators; llvm.coro.prepare stands in other functions, and is replaced there too. One
; that is made of itself, where control never comes, ends.
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt-22 does not end on @itself

define i32 @callee(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @plain() {
  %p = call ptr @llvm.coro.prepare.retcon(ptr @callee)
  %r = call i32 %p(i32 5)
  ret i32 %r
}

define i32 @itself() {
  ret i32 0

dead:
  %p = call ptr @llvm.coro.prepare.async(ptr %p)
  %r = call i32 %p(i32 5)
  br label %dead
}

declare ptr @llvm.coro.prepare.retcon(ptr)
declare ptr @llvm.coro.prepare.async(ptr)

; CHECK-LABEL: define i32 @plain()
; CHECK-NEXT:    %r = call i32 @callee(i32 5)
; CHECK-NEXT:    ret i32 %r

; CHECK-LABEL: define i32 @itself()
; CHECK:         call i32 poison(i32 5)
