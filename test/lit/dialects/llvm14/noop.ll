; LLVM 14's name, linkage and types of the noop coroutine.
; RUN: corolower %s -passes='function(coro-early)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early)' -S | opt-14 -passes=verify -disable-output

define i8* @one() {
  %n = call i8* @llvm.coro.noop()
  ret i8* %n
}

; CHECK: %NoopCoro.Frame = type { void (%NoopCoro.Frame*)*, void (%NoopCoro.Frame*)* }
; CHECK: @NoopCoro.Frame.Const = private constant %NoopCoro.Frame { void (%NoopCoro.Frame*)* @NoopCoro.ResumeDestroy, void (%NoopCoro.Frame*)* @NoopCoro.ResumeDestroy }

; CHECK-LABEL: define i8* @one()
; CHECK-NEXT: ret i8* bitcast (%NoopCoro.Frame* @NoopCoro.Frame.Const to i8*)

; CHECK-LABEL: define private fastcc void @NoopCoro.ResumeDestroy(%NoopCoro.Frame* %0)
; CHECK: ret void

declare i8* @llvm.coro.noop()
