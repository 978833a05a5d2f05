; Resuming and destroying the no-op coroutine do nothing, so the calls are removed: a call, an invoke, and a transfer of control.
; RUN: corolower %s -S -passes=coro-early,coro-cleanup -verify-each -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 %t.ll -passes=verify -disable-output
; RUN: opt-22 %t.ll -passes='default<O2>' -S | FileCheck %s --check-prefix=BYHAND

; CHECK-LABEL: define void @call()
; CHECK-NEXT: ret void
define void @call() {
  %h = call ptr @llvm.coro.noop()
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

; CHECK-LABEL: define i32 @invoke()
; CHECK-NOT: invoke
; CHECK: ret i32 0
define i32 @invoke() personality ptr @personality {
  %h = call ptr @llvm.coro.noop()
  invoke void @llvm.coro.resume(ptr %h)
          to label %done unwind label %thrown

done:
  ret i32 0

thrown:
  %pad = landingpad { ptr, i32 }
          cleanup
  ret i32 1
}

; CHECK-LABEL: define fastcc void @transfer(
; CHECK-NEXT: ret void
define fastcc void @transfer(ptr %p) {
  %h = call ptr @llvm.coro.noop()
  musttail call fastcc void @llvm.coro.resume(ptr %h)
  ret void
}

; A handle that may be another one is resumed.
; CHECK-LABEL: define void @either(
; CHECK: call fastcc void %
define void @either(i1 %c, ptr %other) {
  %h = call ptr @llvm.coro.noop()
  %s = select i1 %c, ptr %h, ptr %other
  call void @llvm.coro.resume(ptr %s)
  ret void
}

; So are calls of what a program loads from the frame itself. They do not have the convention of the function, and LLVM would take the
; rest for unreachable.
; BYHAND-LABEL: define noundef i32 @by.hand()
; BYHAND-NEXT: ret i32 7
define i32 @by.hand() {
  %h = call ptr @llvm.coro.noop()
  %resume = load ptr, ptr %h
  call void %resume(ptr %h)
  %addr = getelementptr inbounds i8, ptr %h, i64 8
  %destroy = load ptr, ptr %addr
  call void %destroy(ptr %h)
  ret i32 7
}

declare i32 @personality(...)
declare ptr @llvm.coro.noop()
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
