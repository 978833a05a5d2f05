; An object of a new-expression that nothing reads is removed with its delete-expression, as LLVM does before it splits a coroutine. A call of operator
; new without `builtin`, an object that is read, and one whose address is kept or compared with another stay.
; RUN: corolower %s -passes=dce | FileCheck %s
; RUN: corolower %s -passes=dce | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define void @unread(
; CHECK-NOT:     @_Z
; CHECK:         br i1 true, label %delete, label %out
; CHECK-NOT:     @_Z
; CHECK:         ret void
define void @unread(i32 %n) {
  %p = call noalias nonnull ptr @_Znwm(i64 8) builtin
  store i32 %n, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q
  call void @suspend()
  %some = icmp ne ptr %p, null
  br i1 %some, label %delete, label %out

delete:
  call void @_ZdlPvm(ptr %p, i64 8) builtin
  br label %out

out:
  ret void
}

; CHECK-LABEL: define void @invoked(
; CHECK-NOT:     @_Z
; CHECK-NOT:     landingpad
; CHECK:         ret void
define void @invoked(i32 %n) personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_Znwm(i64 4) builtin
          to label %next unwind label %pad

next:
  store i32 %n, ptr %p
  call void @suspend()
  call void @_ZdlPv(ptr %p) builtin
  ret void

pad:
  %e = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define void @called(
; CHECK:         call ptr @_Znwm
; CHECK:         call void @_ZdlPv(
define void @called() {
  %p = call ptr @_Znwm(i64 4)
  call void @_ZdlPv(ptr %p)
  ret void
}

; CHECK-LABEL: define i32 @read(
; CHECK:         call ptr @_Znwm
define i32 @read(i32 %n) {
  %p = call ptr @_Znwm(i64 4) builtin
  store i32 %n, ptr %p
  %v = load i32, ptr %p
  call void @_ZdlPv(ptr %p) builtin
  ret i32 %v
}

; CHECK-LABEL: define void @kept(
; CHECK:         call ptr @_Znwm
define void @kept(ptr %to) {
  %p = call ptr @_Znwm(i64 8) builtin
  store ptr %p, ptr %to
  ret void
}

; CHECK-LABEL: define void @itself(
; CHECK:         call ptr @_Znwm
define void @itself() {
  %p = call ptr @_Znwm(i64 8) builtin
  store ptr %p, ptr %p
  call void @_ZdlPv(ptr %p) builtin
  ret void
}

; CHECK-LABEL: define i1 @compared(
; CHECK:         call ptr @_Znwm
define i1 @compared(ptr %x) {
  %p = call ptr @_Znwm(i64 8) builtin
  %is = icmp eq ptr %p, %x
  call void @_ZdlPv(ptr %p) builtin
  ret i1 %is
}

; CHECK-LABEL: define void @volatile(
; CHECK:         call ptr @_Znwm
define void @volatile() {
  %p = call ptr @_Znwm(i64 8) builtin
  store volatile i32 1, ptr %p
  call void @_ZdlPv(ptr %p) builtin
  ret void
}

; CHECK-LABEL: define void @inner(
; CHECK:         call ptr @_Znwm
define void @inner() {
  %p = call ptr @_Znwm(i64 8) builtin
  %q = getelementptr i8, ptr %p, i64 4
  call void @_ZdlPv(ptr %q) builtin
  ret void
}

declare ptr @_Znwm(i64) nobuiltin
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @_ZdlPvm(ptr, i64) nobuiltin nounwind
declare void @suspend()
declare i32 @__gxx_personality_v0(...)
