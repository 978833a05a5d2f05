; Constant expressions and odd constants in a rewritten body.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S | grep -v ModuleID > %t.ours
; RUN: opt-22 %s -passes=coro-early -S | grep -v ModuleID > %t.llvm
; RUN: diff %t.llvm %t.ours

source_filename = "m"

@g = external global [10 x i32]
@"odd name" = global i8 0

define void @t(ptr %h) {
  %d = call i1 @llvm.coro.done(ptr %h)
  store i64 ptrtoint (ptr getelementptr inbounds ([10 x i32], ptr @g, i64 0, i64 3) to i64), ptr @g, align 8
  store ptr getelementptr inbounds nuw (i8, ptr @g, i64 4), ptr @g, align 8
  store ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1)), ptr @g, align 8
  store [3 x i8] c"a\00\FF", ptr @g, align 1
  store { i32, ptr } { i32 -2147483648, ptr @"odd name" }, ptr @g, align 8
  store i128 170141183460469231731687303715884105727, ptr @g, align 16
  store i1 true, ptr @g, align 1
  store x86_fp80 0xK3FFF8000000000000000, ptr @g, align 16
  store fp128 0xL00000000000000003FFF000000000000, ptr @g, align 16
  store bfloat 0xR3F80, ptr @g, align 2
  store <2 x ptr> <ptr null, ptr @g>, ptr @g, align 16
  store { } zeroinitializer, ptr @g, align 1
  store i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @"odd name" to i64)), ptr @g, align 8
  ret void
}

declare i1 @llvm.coro.done(ptr)
