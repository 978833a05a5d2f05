; Terminators: switch, indirectbr with block addresses, callbr, quoted block names, branch weights.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define i32 @t(ptr %h, i32 %k) {
  %d = call i1 @llvm.coro.done(ptr %h)
  switch i32 %k, label %other [
    i32 0, label %"zero case"
    i32 -5, label %asm
  ], !prof !0

"zero case":
  br i1 %d, label %other, label %jump, !prof !1

jump:
  %at = select i1 %d, ptr blockaddress(@t, %other), ptr blockaddress(@t, %"zero case")
  indirectbr ptr %at, [label %other, label %"zero case"]

asm:
  callbr void asm sideeffect "# $0", "!i"()
          to label %other [label %never]

never:
  unreachable

other:
  %r = phi i32 [ 1, %0 ], [ 2, %"zero case" ], [ 3, %jump ], [ 4, %asm ]
  ret i32 %r
}

declare i1 @llvm.coro.done(ptr)

!0 = !{!"branch_weights", i32 1, i32 2, i32 3}
!1 = !{!"branch_weights", !"expected", i32 2000, i32 1}
