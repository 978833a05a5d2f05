; Jump threading copies a block that decides on %p. In the copy, %s is what the block's own load gives: the copy has a load of its own, and what is used
; behind the block is merged from both.
; RUN: corolower -passes=simplifycfg %s -S | FileCheck %s
; RUN: corolower -passes=simplifycfg %s -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define i32 @stored(
; CHECK: a:
; CHECK-NEXT: store i32 7, ptr %r
; CHECK-NEXT: %[[X:.*]] = load i32, ptr %q
; CHECK-NEXT: store i32 %[[X]], ptr %r
; CHECK: {{^}}t:
; CHECK-NEXT: phi i32 [ 8, %e ], [ 7, %a ]
define i32 @stored(i1 %c, i1 %d, ptr %q, ptr %r) {
entry:
  br i1 %c, label %a, label %e
a:
  store i32 7, ptr %r
  br label %b
e:
  store i32 8, ptr %r
  br label %b
b:
  %w = phi i32 [ 7, %a ], [ 8, %e ]
  %p = phi i1 [ true, %a ], [ %d, %e ]
  %x = load i32, ptr %q
  %s = select i1 %p, i32 %x, i32 %w
  store i32 %s, ptr %r
  br i1 %p, label %t, label %g
t:
  store i32 1, ptr %q
  ret i32 %w
g:
  ret i32 2
}

; CHECK-LABEL: define i32 @used_behind(
; CHECK: a:
; CHECK: %[[X:.*]] = load i32, ptr %q
; CHECK: {{^}}t:
; CHECK-NEXT: phi i32 [ %s, %e ], [ %[[X]], %a ]
define i32 @used_behind(i1 %c, i1 %d, ptr %q, ptr %r) {
entry:
  br i1 %c, label %a, label %e
a:
  store i32 7, ptr %r
  br label %b
e:
  store i32 8, ptr %r
  br label %b
b:
  %p = phi i1 [ true, %a ], [ %d, %e ]
  %x = load i32, ptr %q
  %s = select i1 %p, i32 %x, i32 0
  br i1 %p, label %t, label %g
t:
  store i32 %s, ptr %r
  ret i32 1
g:
  ret i32 2
}

; All edges are threaded, and the block itself goes.
; CHECK-LABEL: define i32 @all_edges(
; CHECK: a:
; CHECK: %[[X:.*]] = load i32, ptr %q
; CHECK: e:
; CHECK: phi i32 [ %[[X]], %a ], [ 0, %e ]
define i32 @all_edges(i1 %c, ptr %q, ptr %r) {
entry:
  br i1 %c, label %a, label %e
a:
  store i32 7, ptr %r
  br label %b
e:
  store i32 8, ptr %r
  br label %b
b:
  %p = phi i1 [ true, %a ], [ false, %e ]
  %x = load i32, ptr %q
  %s = select i1 %p, i32 %x, i32 0
  br i1 %p, label %t, label %u
t:
  store i32 1, ptr %r
  ret i32 %s
u:
  ret i32 %s
}
