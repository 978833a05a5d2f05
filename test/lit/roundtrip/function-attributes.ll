; A rewritten function keeps every word of its first line.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

$grp = comdat any
@pers = external global i8

define weak_odr dso_local noundef nonnull ptr @t(ptr noundef readonly align 8 dereferenceable(16) %h, i32 signext range(i32 0, 5) %n, ...) unnamed_addr #0 section ".text.hot" partition "p1" comdat($grp) align 64 gc "erlang" prefix i32 1 prologue i8 2 personality ptr @pers !prof !0 !annotation !1 {
  %d = call i1 @llvm.coro.done(ptr %h)
  ret ptr %h
}

declare i1 @llvm.coro.done(ptr)

attributes #0 = { alwaysinline nounwind willreturn uwtable(sync) memory(argmem: readwrite, inaccessiblemem: read) allockind("alloc,zeroed") allocsize(1) vscale_range(1,16) "target-cpu"="x86-64" "frame-pointer"="all" }

!0 = !{!"function_entry_count", i64 5}
!1 = !{!"note"}
