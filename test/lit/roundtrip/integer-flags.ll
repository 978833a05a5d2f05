; Integer instructions with all their flags are printed as they were read, in a function that coro-early rewrites.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

define i32 @t(ptr %h, i32 %a, i32 %b) {
  %d = call i1 @llvm.coro.done(ptr %h)
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, 7
  %3 = mul nuw i32 %2, %2
  %4 = sdiv exact i32 %3, 3
  %5 = udiv i32 %4, 5
  %6 = srem i32 %5, %a
  %7 = urem i32 %6, 9
  %8 = shl nuw nsw i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 2
  %11 = and i32 %10, 255
  %12 = or disjoint i32 %11, 256
  %13 = xor i32 %12, -1
  %14 = icmp samesign ult i32 %13, %a
  %15 = icmp eq i32 %13, %b
  %16 = select i1 %14, i32 %13, i32 poison
  %17 = freeze i32 %16
  %18 = trunc nuw nsw i32 %17 to i8
  %19 = zext nneg i8 %18 to i32
  %20 = sext i8 %18 to i64
  ret i32 %19
}

declare i1 @llvm.coro.done(ptr)
