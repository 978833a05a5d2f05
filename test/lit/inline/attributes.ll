; noinline, alwaysinline and optnone are honoured.
; RUN: corolower %s -passes='cgscc(inline)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(inline)' -S | opt-22 -passes=verify -disable-output

define i32 @plain(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @never(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @always(i32 %x) alwaysinline {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @g(i32 %x) {
  %a = call i32 @plain(i32 %x)
  %b = call i32 @never(i32 %a)
  %c = call i32 @always(i32 %b)
  %d = call i32 @plain(i32 %c) noinline
  ret i32 %d
}

define i32 @h(i32 %x) noinline optnone {
  %a = call i32 @plain(i32 %x)
  %b = call i32 @always(i32 %a)
  ret i32 %b
}

; CHECK-LABEL: define i32 @g(
; CHECK-NOT:     call i32 @plain
; CHECK:         call i32 @never(
; CHECK-NOT:     call i32 @always
; CHECK:         call i32 @plain(
; CHECK-LABEL: define i32 @h(
; CHECK:         call i32 @plain(
; CHECK-NOT:     call i32 @always
