; Atomic instructions with orderings and scopes.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define void @t(ptr %h, ptr %p, float %f) {
  %d = call i1 @llvm.coro.done(ptr %h)
  %1 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i32 %1, ptr %p release, align 4
  %2 = cmpxchg weak volatile ptr %p, i32 0, i32 1 syncscope("singlethread") acq_rel monotonic, align 4
  %3 = extractvalue { i32, i1 } %2, 0
  %4 = atomicrmw xchg ptr %p, i32 %3 seq_cst, align 4
  %5 = atomicrmw volatile nand ptr %p, i32 %4 monotonic, align 4
  %6 = atomicrmw fadd ptr %p, float %f acquire, align 4
  %7 = atomicrmw uinc_wrap ptr %p, i32 8 monotonic, align 4
  %8 = atomicrmw usub_sat ptr %p, i32 8 monotonic, align 4
  fence syncscope("agent") release
  ret void
}

declare i1 @llvm.coro.done(ptr)
