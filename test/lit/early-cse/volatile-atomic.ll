; What is loaded from one place and found again in another stays as it was: volatile, atomic, with its metadata. Only two plain loads of one
; address become one that promises what both do.
; RUN: corolower %s -passes='function(early-cse,instsimplify,dce,simplifycfg)' -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t

; CHECK-LABEL: define i32 @volatile_value(
; CHECK-NEXT:    %v = load volatile i32, ptr %p
; CHECK-NEXT:    store i32 %v, ptr %q
; CHECK-NEXT:    %s = add i32 %v, %v
define i32 @volatile_value(ptr %p, ptr %q) {
  %v = load volatile i32, ptr %p
  store i32 %v, ptr %q
  %w = load i32, ptr %q
  %s = add i32 %v, %w
  ret i32 %s
}

; CHECK-LABEL: define i32 @atomic_value(
; CHECK-NEXT:    %v = load atomic i32, ptr %p syncscope("agent") acquire, align 4
; CHECK-NEXT:    store i32 %v, ptr %q
; CHECK-NEXT:    %s = add i32 %v, %v
define i32 @atomic_value(ptr %p, ptr %q) {
  %v = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  store i32 %v, ptr %q
  %w = load i32, ptr %q
  %s = add i32 %v, %w
  ret i32 %s
}

; CHECK-LABEL: define i32 @stored_metadata(
; CHECK-NEXT:    %v = load i32, ptr %p, align 4, !range
define i32 @stored_metadata(ptr %p, ptr %q) {
  %v = load i32, ptr %p, align 4, !range !0
  store i32 %v, ptr %q
  %w = load i32, ptr %q, align 4
  %s = add i32 %v, %w
  ret i32 %s
}

; CHECK-LABEL: define i32 @twice(
; CHECK-NEXT:    %v = load i32, ptr %p, align 4{{$}}
define i32 @twice(ptr %p) {
  %v = load i32, ptr %p, align 4, !range !0
  %w = load i32, ptr %p, align 4
  %s = add i32 %v, %w
  ret i32 %s
}

; CHECK-LABEL: define i32 @each_volatile(
; CHECK-COUNT-4: volatile i32
define i32 @each_volatile(ptr %p, i32 %n) {
  %v = load volatile i32, ptr %p
  %w = load volatile i32, ptr %p
  store volatile i32 %n, ptr %p
  store volatile i32 %n, ptr %p
  ret i32 %n
}

; A volatile access is not taken for what is known, nor does it leave what was known.
; CHECK-LABEL: define i32 @mixed(
; CHECK:         %a = load i32
; CHECK:         %b = load volatile i32
; CHECK:         %c = load i32
define i32 @mixed(ptr %p) {
  %a = load i32, ptr %p
  %b = load volatile i32, ptr %p
  %c = load i32, ptr %p
  %d = add i32 %a, %c
  ret i32 %d
}

; CHECK-LABEL: define i32 @rmw(
; CHECK:         atomicrmw volatile add ptr %p, i32 0 syncscope("singlethread") monotonic
; CHECK:         cmpxchg weak volatile ptr %p, i32 0, i32 0 acq_rel monotonic
; CHECK:         %c = load i32
define i32 @rmw(ptr %p) {
  %a = load i32, ptr %p
  %b = atomicrmw volatile add ptr %p, i32 0 syncscope("singlethread") monotonic, align 4
  %x = cmpxchg weak volatile ptr %p, i32 0, i32 0 acq_rel monotonic, align 4
  %c = load i32, ptr %p
  %d = add i32 %a, %c
  ret i32 %d
}

; A volatile load of a constant is a load all the same, and stays when nobody wants what it gives.
@k = constant i32 7
; CHECK-LABEL: define i32 @of_constant(
; CHECK-NEXT:    %v = load volatile i32, ptr @k
; CHECK-NEXT:    %a = load atomic i32, ptr @k monotonic, align 4
; CHECK-NEXT:    ret i32 0
define i32 @of_constant() {
  %v = load volatile i32, ptr @k
  %a = load atomic i32, ptr @k monotonic, align 4
  ret i32 0
}

!0 = !{i32 0, i32 10}
