; A generator that is told by how much to go on, with a frame that the buffer has no room for, driven to its end and given up on the way. The last
; number of each run is how many blocks of the allocator are still held.
; PRINTS: 10 11 13 16 0 20 25 0
define {ptr, i32} @count(ptr %buf, i32 %from, ptr %box) presplitcoroutine {
entry:
  %sum = alloca [4 x i32]
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @count.proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 0, ptr %sum
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %more ]
  %r = call {i1, i32} (...) @llvm.coro.suspend.retcon.sl_i1i32s(i32 %i)
  %stop = extractvalue {i1, i32} %r, 0
  br i1 %stop, label %done, label %more
more:
  %step = extractvalue {i1, i32} %r, 1
  %next = add i32 %i, %step
  %old = load i32, ptr %sum
  %new = add i32 %old, %step
  store i32 %new, ptr %sum
  store i32 %new, ptr %box
  %far = icmp sgt i32 %new, 9
  br i1 %far, label %done, label %loop
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @count.proto(ptr, i1 zeroext, i32)
declare {i1, i32} @llvm.coro.suspend.retcon.sl_i1i32s(...)

define void @run(i32 %from, i32 %by, i32 %times) {
entry:
  %buf = alloca [8 x i8], align 8
  %box = alloca i32
  %f = call ptr @llvm.coro.prepare.retcon(ptr @count)
  %r0 = call {ptr, i32} %f(ptr %buf, i32 %from, ptr %box)
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
  %enough = icmp eq i32 %k, %times
  br i1 %enough, label %abort, label %next
next:
  %by1 = mul i32 %by, %k
  %r1 = call {ptr, i32} %c(ptr %buf, i1 zeroext false, i32 %by1)
  %k1 = add i32 %k, 1
  br label %loop
abort:
  %ra = call {ptr, i32} %c(ptr %buf, i1 zeroext true, i32 0)
  br label %out
out:
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  ret void
}
define i32 @main() {
  call void @run(i32 10, i32 1, i32 100)
  call void @run(i32 20, i32 5, i32 2)
  ret i32 0
}
declare ptr @llvm.coro.prepare.retcon(ptr)
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
