; The coroutine keeps data of its own in its buffer, behind the frame, and writes it on both sides of a suspend: behind, through an address that was
; computed in front and went through memory.
; PRINTS: 1 9 11
define {ptr, i32} @gen(ptr %buf, ptr %box) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %end = getelementptr i8, ptr %buf, i64 32
  store i32 1, ptr %end
  store ptr %end, ptr %box
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 1)
  %again = getelementptr i8, ptr %buf, i64 32
  %kept = load ptr, ptr %box
  store i32 9, ptr %kept
  %v = load i32, ptr %again
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %v)
  store i32 11, ptr %buf
  %kept2 = load ptr, ptr %box
  %back = getelementptr i8, ptr %kept2, i64 -32
  %w = load i32, ptr %back
  call void @show(i32 %w)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
define i32 @main() {
  %buf = alloca [40 x i8], align 8
  %box = alloca ptr
  %r0 = call {ptr, i32} @gen(ptr %buf, ptr %box)
  %c0 = extractvalue {ptr, i32} %r0, 0
  %v0 = extractvalue {ptr, i32} %r0, 1
  call void @show(i32 %v0)
  %r1 = call {ptr, i32} %c0(ptr %buf, i1 zeroext false)
  %c1 = extractvalue {ptr, i32} %r1, 0
  %v1 = extractvalue {ptr, i32} %r1, 1
  call void @show(i32 %v1)
  %r2 = call {ptr, i32} %c1(ptr %buf, i1 zeroext false)
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
