; Quoted, dotted and numbered names of values, blocks, types and globals.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

@"\01_raw" = global i32 0

define i32 @"t.1$x-y"(ptr %h, i32 %"two words", i32 %.dot, i32 %$) {
entry.0:
  %d = call i1 @llvm.coro.done(ptr %h)
  %"\22q\22" = add i32 %"two words", %.dot
  %-x = add i32 %"\22q\22", %$
  %0 = add i32 %-x, 1
  br label %"1"

"1":
  %1 = add i32 %0, 1
  br label %2

2:
  %3 = load i32, ptr @"\01_raw", align 4
  %4 = add i32 %3, %1
  ret i32 %4
}

declare i1 @llvm.coro.done(ptr)
