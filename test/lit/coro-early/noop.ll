; The first coro.noop makes one constant frame and one function for the whole module; every use shares them.
; RUN: corolower %s -passes='coro-early' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early' -S | opt-22 -passes=verify -disable-output

define ptr @one() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

define ptr @two() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}

; CHECK: %NoopCoro.Frame = type { ptr, ptr }
; CHECK: @NoopCoro.Frame.Const = private constant %NoopCoro.Frame { ptr @__NoopCoro_ResumeDestroy, ptr @__NoopCoro_ResumeDestroy }, no_sanitize_address, no_sanitize_hwaddress
; CHECK-NOT: @NoopCoro.Frame.Const.1

; CHECK-LABEL: define ptr @one()
; CHECK-NEXT: ret ptr @NoopCoro.Frame.Const

; CHECK-LABEL: define ptr @two()
; CHECK-NEXT: ret ptr @NoopCoro.Frame.Const

; CHECK-LABEL: define internal fastcc void @__NoopCoro_ResumeDestroy(ptr %0)
; CHECK: ret void

declare ptr @llvm.coro.noop()
