; A guaranteed tail call that resumes has the convention of resume functions, and stays one.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define fastcc void @next(ptr %h)
; CHECK:       musttail call fastcc void %{{.*}}(ptr %h)
; CHECK-NEXT:  ret void
define fastcc void @next(ptr %h) {
  musttail call fastcc void @llvm.coro.resume(ptr %h)
  ret void
}
