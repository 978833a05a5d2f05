; Objects that are written, and of which the address is given away, in front of coro.begin live in the frame all the same.
; PRINTS: 3 4 9
@known = global ptr null
define void @tell(ptr %p) noinline {
  store ptr %p, ptr @known
  ret void
}
define {ptr, i32} @gen(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %x = alloca i32
  %y = alloca [2 x i32]
  store i32 %n, ptr %x
  call void @tell(ptr %x)
  %y1 = getelementptr [2 x i32], ptr %y, i64 0, i64 1
  store i32 9, ptr %y1
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %v = load i32, ptr %x
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %v)
  %w = load i32, ptr %x
  call void @show(i32 %w)
  %z = load i32, ptr %y1
  call void @show(i32 %z)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
define i32 @main() {
  %buf = alloca [32 x i8], align 8
  %r0 = call {ptr, i32} @gen(ptr %buf, i32 3)
  %c0 = extractvalue {ptr, i32} %r0, 0
  %v0 = extractvalue {ptr, i32} %r0, 1
  call void @show(i32 %v0)
  %p = load ptr, ptr @known
  store i32 4, ptr %p
  %r1 = call {ptr, i32} %c0(ptr %buf, i1 zeroext false)
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
