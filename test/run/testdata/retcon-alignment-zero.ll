; A buffer of alignment 0 is one of which no alignment is known: the frame, which has pointers, is allocated.
; PRINTS: 42 42 42
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define { ptr, i64 } @f(ptr %buffer, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 0, ptr %buffer, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %v = ptrtoint ptr %p to i64
  %s1 = call i32 (...) @llvm.coro.suspend.retcon.i32(i64 %v)
  call i32 (ptr, ...) @printf(ptr @fmt, i64 %v)
  %s2 = call i32 (...) @llvm.coro.suspend.retcon.i32(i64 %v)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare { ptr, i64 } @proto(ptr, i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
@fmt = constant [6 x i8] c"%lld\0A\00"
define i32 @main() {
entry:
  %buf = alloca [32 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %buf, i8 -1, i64 32, i1 false)
  %r = call { ptr, i64 } @f(ptr %buf, ptr inttoptr (i64 42 to ptr))
  br label %loop
loop:
  %x = phi { ptr, i64 } [ %r, %entry ], [ %y, %more ]
  %k = extractvalue { ptr, i64 } %x, 0
  %z = icmp eq ptr %k, null
  br i1 %z, label %done, label %more
more:
  %v = extractvalue { ptr, i64 } %x, 1
  call i32 (ptr, ...) @printf(ptr @fmt, i64 %v)
  %y = call { ptr, i64 } %k(ptr %buf, i32 7)
  br label %loop
done:
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i32 @llvm.coro.suspend.retcon.i32(...)
declare void @llvm.coro.end(ptr, i1, token)
