; An accessor that lends an object in its frame, which does not fit into the buffer. Callers write it and go on; one leaves it and looks at what it was
; lent when it has begun another in the same buffer; one leaves it in a round of a loop and begins it again. What each was lent is its own as long.
; PRINTS: 8 15 5 9 5 9 0 1 2 3 107
define {ptr, ptr} @lend(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %x = alloca [3 x i64]
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buf, ptr @lend.proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i64 %n, ptr %x
  %last = getelementptr i64, ptr %x, i64 2
  store i64 100, ptr %last
  %ab = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %x)
  %v = load i64, ptr %x
  %w = load i64, ptr %last
  %sum = add i64 %v, %w
  %out = select i1 %ab, i64 %sum, i64 %v
  %rt = call token (...) @llvm.coro.end.results(i64 %out)
  call void @llvm.coro.end(ptr %h, i1 false, token %rt)
  unreachable
}
declare i64 @lend.proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)

define void @modify() {
  %buf = alloca [8 x i8], align 8
  %r = call {ptr, ptr} @lend(ptr %buf, i64 7)
  %c = extractvalue {ptr, ptr} %r, 0
  %p = extractvalue {ptr, ptr} %r, 1
  %old = load i64, ptr %p
  %more = add i64 %old, 1
  store i64 %more, ptr %p
  call void @show(i64 %more)
  %twice = add i64 %more, %old
  store i64 %twice, ptr %p
  %v = call i64 %c(ptr %buf, i1 zeroext false)
  call void @show(i64 %v)
  ret void
}
define void @second() {
  %buf = alloca [8 x i8], align 8
  %r = call {ptr, ptr} @lend(ptr %buf, i64 5)
  %p = extractvalue {ptr, ptr} %r, 1
  %s = call {ptr, ptr} @lend(ptr %buf, i64 9)
  %q = extractvalue {ptr, ptr} %s, 1
  %v = load i64, ptr %p
  %w = load i64, ptr %q
  call void @show(i64 %v)
  call void @show(i64 %w)
  %c = extractvalue {ptr, ptr} %s, 0
  %g = call i64 %c(ptr %buf, i1 zeroext false)
  %again = load i64, ptr %p
  call void @show(i64 %again)
  call void @show(i64 %g)
  ret void
}
define void @round() {
entry:
  %buf = alloca [8 x i8], align 8
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %k1, %loop ]
  %before = phi ptr [ @none, %entry ], [ %p, %loop ]
  %r = call {ptr, ptr} @lend(ptr %buf, i64 %k)
  %p = extractvalue {ptr, ptr} %r, 1
  %v = load i64, ptr %before
  call void @show(i64 %v)
  %k1 = add i64 %k, 1
  %over = icmp eq i64 %k, 3
  br i1 %over, label %out, label %loop
out:
  ret void
}
define void @abort() {
  %buf = alloca [8 x i8], align 8
  %r = call {ptr, ptr} @lend(ptr %buf, i64 7)
  %c = extractvalue {ptr, ptr} %r, 0
  %v = call i64 %c(ptr %buf, i1 zeroext true)
  call void @show(i64 %v)
  ret void
}
define i32 @main() {
  call void @modify()
  call void @second()
  call void @round()
  call void @show(i64 3)
  call void @abort()
  ret i32 0
}
@none = global i64 0
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
define ptr @take(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define void @give(ptr %p) {
  call void @free(ptr %p)
  ret void
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
