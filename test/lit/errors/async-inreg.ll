; Under swifttailcc nothing can be called for good by a function that has such a parameter.
; RUN: not corolower -S %s -o %t 2>&1 | FileCheck %s
; CHECK: async-inreg.ll:[[@LINE+9]]:{{[0-9]+}}: error: {{.*}}@f has a parameter that is inreg

@fTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>

declare swifttailcc void @next(ptr, i64)

define swifttailcc void @f(ptr swiftasync %ctx, i64 inreg %n) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @next, ptr %ctx, i64 %n)
  unreachable
}

declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
