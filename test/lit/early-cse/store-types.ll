; A store of what the memory holds already goes only if it is of the same type (!tbaa) as the load or store before: a later load of its own type may
; go in front of that one. LLVM leaves out the first of two stores, and the store of a loaded value whatever the type.
; REQUIRES: corolower
; RUN: corolower %s -passes=early-cse -S | FileCheck %s

; CHECK-LABEL: define void @same(
; CHECK-NEXT: store i32 %v, ptr %p, align 4, !tbaa [[INT:![0-9]+]]
; CHECK-NEXT: ret void
define void @same(ptr %p, i32 %v) {
  store i32 %v, ptr %p, align 4, !tbaa !0
  store i32 %v, ptr %p, align 4, !tbaa !0
  ret void
}

; CHECK-LABEL: define i32 @stored(
; CHECK-NEXT: store i32 %v, ptr %p, align 4, !tbaa [[INT]]
; CHECK-NEXT: store i32 %v, ptr %p, align 4, !tbaa [[FLOAT:![0-9]+]]
; CHECK-NEXT: ret i32 %v
define i32 @stored(ptr %p, i32 %v) {
  store i32 %v, ptr %p, align 4, !tbaa !0
  store i32 %v, ptr %p, align 4, !tbaa !3
  %a = load i32, ptr %p, align 4, !tbaa !3
  ret i32 %a
}

; CHECK-LABEL: define void @loaded(
; CHECK: store i32 %a, ptr %p, align 4, !tbaa [[FLOAT]]
define void @loaded(ptr %p) {
  %a = load i32, ptr %p, align 4, !tbaa !0
  store i32 %a, ptr %p, align 4, !tbaa !3
  ret void
}

; CHECK-LABEL: define void @untyped(
; CHECK: store i32 %v, ptr %p, align 4{{$}}
define void @untyped(ptr %p, i32 %v) {
  store i32 %v, ptr %p, align 4, !tbaa !0
  store i32 %v, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK-NEXT: store i32 %v, ptr %p, align 4
; CHECK-NEXT: ret void
define void @plain(ptr %p, i32 %v) {
  store i32 %v, ptr %p, align 4
  store i32 %v, ptr %p, align 4
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
!3 = !{!4, !4, i64 0}
!4 = !{!"float", !2, i64 0}
