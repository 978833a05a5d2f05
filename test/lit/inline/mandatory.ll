; inline<only-mandatory> inlines what says alwaysinline, and no more.
; RUN: corolower %s -passes='cgscc(inline<only-mandatory>)' -S | FileCheck %s
; RUN: corolower %s -passes=always-inline -S | FileCheck %s

define i32 @plain(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @always(i32 %x) alwaysinline {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @g(i32 %x) {
  %a = call i32 @plain(i32 %x)
  %b = call i32 @always(i32 %a)
  ret i32 %b
}

; CHECK-LABEL: define i32 @g(
; CHECK:         call i32 @plain(
; CHECK-NOT:     call i32 @always
