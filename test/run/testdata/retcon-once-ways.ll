; A once-coroutine with a suspend on each of two ways, and a third on which it ends at once, which its callers never take.
; LLVM: the end on the third way returns nothing from a function that returns something, which is no valid IR
; PRINTS: 1 10 2 20 0
define {ptr, i32} @once(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  switch i32 %n, label %out [ i32 1, label %one
                              i32 2, label %two ]
one:
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 1)
  br label %out
two:
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 2)
  br label %out
out:
  %v = mul i32 %n, 10
  %rt = call token (...) @llvm.coro.end.results(i32 %v)
  call void @llvm.coro.end(ptr %h, i1 false, token %rt)
  unreachable
}
declare i32 @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
define void @run(i32 %n) {
  %buf = alloca [8 x i8], align 8
  %r0 = call {ptr, i32} @once(ptr %buf, i32 %n)
  %c0 = extractvalue {ptr, i32} %r0, 0
  %v0 = extractvalue {ptr, i32} %r0, 1
  call void @show(i32 %v0)
  %r1 = call i32 %c0(ptr %buf, i1 zeroext false)
  call void @show(i32 %r1)
  ret void
}
define i32 @main() {
  call void @run(i32 1)
  call void @run(i32 2)
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  ret i32 0
}
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
@blocks = global i32 0
@number = constant [4 x i8] c"%d \00"
define ptr @take(i64 %n) {
  %c = load i32, ptr @blocks
  %d = add i32 %c, 1
  store i32 %d, ptr @blocks
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define void @give(ptr %p) {
  %c = load i32, ptr @blocks
  %d = sub i32 %c, 1
  store i32 %d, ptr @blocks
  call void @free(ptr %p)
  ret void
}
define void @show(i32 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i32 %v)
  ret void
}
