; The clean-up of the flow graph runs on functions that changed, and only on those.
; RUN: corolower %s -passes='coro-early,coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-cleanup' -S | opt-22 -passes=verify -disable-output

define void @changed(ptr %h) {
entry:
  br label %next

next:
  call void @llvm.coro.resume(ptr %h)
  br label %last

last:
  ret void
}

define void @unchanged() {
entry:
  br label %next

next:
  ret void
}

; CHECK-LABEL: define void @changed(ptr %h)
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %h, i32 0, i32 0
; CHECK-NEXT: %[[T_1:[0-9]+]] = load ptr, ptr %[[T]], align 8
; CHECK-NEXT: call fastcc void %[[T_1]](ptr %h)
; CHECK-NEXT: ret void

; CHECK-LABEL: define void @unchanged()
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %next
; CHECK: next:
; CHECK-NEXT: ret void

declare void @llvm.coro.resume(ptr)
