; Vector and aggregate instructions, splats and scalable types.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define { i32, <4 x i32> } @t(ptr %h, <4 x i32> %v, <vscale x 2 x i64> %s, { i32, [2 x float] } %g) {
  %d = call i1 @llvm.coro.done(ptr %h)
  %1 = insertelement <4 x i32> %v, i32 9, i64 2
  %2 = shufflevector <4 x i32> %1, <4 x i32> poison, <4 x i32> <i32 3, i32 poison, i32 1, i32 0>
  %3 = extractelement <4 x i32> %2, i32 1
  %4 = add <4 x i32> %2, splat (i32 5)
  %5 = extractvalue { i32, [2 x float] } %g, 1, 0
  %6 = insertvalue { i32, [2 x float] } %g, float %5, 1, 1
  %7 = add <vscale x 2 x i64> %s, splat (i64 1)
  %8 = insertvalue { i32, <4 x i32> } poison, i32 %3, 0
  %9 = insertvalue { i32, <4 x i32> } %8, <4 x i32> <i32 1, i32 undef, i32 -3, i32 4>, 1
  ret { i32, <4 x i32> } %9
}

declare i1 @llvm.coro.done(ptr)
