; A generator that passes on what another yields, and adds to it: the inner one's buffer lies in the outer one's frame.
; PRINTS: 100 103 106 0 200 0
define {ptr, i32} @inner(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %more ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %more
more:
  %j = add i32 %i, %n
  %c = icmp slt i32 %j, 9
  br i1 %c, label %loop, label %done
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define {ptr, i32} @outer(ptr %buf, i32 %base, i32 %n) presplitcoroutine {
entry:
  %own = alloca [8 x i8], align 8
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r0 = call {ptr, i32} @inner(ptr %own, i32 %n)
  br label %loop
loop:
  %r = phi {ptr, i32} [ %r0, %entry ], [ %r1, %more ]
  %c = extractvalue {ptr, i32} %r, 0
  %v = extractvalue {ptr, i32} %r, 1
  %end = icmp eq ptr %c, null
  br i1 %end, label %done, label %give
give:
  %sum = add i32 %v, %base
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %sum)
  br i1 %stop, label %abort, label %more
more:
  %r1 = call {ptr, i32} %c(ptr %own, i1 zeroext false)
  br label %loop
abort:
  %ra = call {ptr, i32} %c(ptr %own, i1 zeroext true)
  br label %done
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
define void @run(i32 %base, i32 %n, i32 %times) {
entry:
  %buf = alloca [8 x i8], align 8
  %r0 = call {ptr, i32} @outer(ptr %buf, i32 %base, i32 %n)
  br label %loop
loop:
  %r = phi {ptr, i32} [ %r0, %entry ], [ %r1, %next ]
  %k = phi i32 [ 1, %entry ], [ %k1, %next ]
  %c = extractvalue {ptr, i32} %r, 0
  %end = icmp eq ptr %c, null
  br i1 %end, label %out, label %value
value:
  %v = extractvalue {ptr, i32} %r, 1
  call void @show(i32 %v)
  %stop = icmp eq i32 %k, %times
  br i1 %stop, label %abort, label %next
next:
  %r1 = call {ptr, i32} %c(ptr %buf, i1 zeroext false)
  %k1 = add i32 %k, 1
  br label %loop
abort:
  %ra = call {ptr, i32} %c(ptr %buf, i1 zeroext true)
  br label %out
out:
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  ret void
}
define i32 @main() {
  call void @run(i32 100, i32 3, i32 0)
  call void @run(i32 200, i32 4, i32 1)
  ret i32 0
}
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
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
