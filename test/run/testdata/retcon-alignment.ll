; A frame and a coro.alloca that are more aligned than the allocator's memory, which is never aligned to 32 here: both are where they have to be, and
; the deallocator gets what the allocator gave.
; LLVM: it tells the allocator no alignment, and aligns nothing itself
; PRINTS: 0 0 0 0 5
@given = global [2 x ptr] zeroinitializer
define {ptr, i32} @gen(ptr %buf, i32 %n, i64 %size) presplitcoroutine {
entry:
  %x = alloca [16 x i8], align 64
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @crooked, ptr @uncrook)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i32 %n, ptr %x
  %tk = call token @llvm.coro.alloca.alloc.i64(i64 %size, i32 32)
  %slot = call ptr @llvm.coro.alloca.get(token %tk)
  %a = call i32 @mod(ptr %x, i64 63)
  %s0 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %a)
  %b = call i32 @mod(ptr %slot, i64 31)
  %s1 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %b)
  %c = call i32 @mod(ptr %x, i64 63)
  %v = load i32, ptr %x
  call void @llvm.coro.alloca.free(token %tk)
  call void @show(i32 %c)
  call void @later(i32 %v)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
@kept = global i32 0
define void @later(i32 %v) {
  store i32 %v, ptr @kept
  ret void
}
define i32 @mod(ptr %p, i64 %m) noinline {
  %n = ptrtoint ptr %p to i64
  %k = and i64 %n, %m
  %r = trunc i64 %k to i32
  ret i32 %r
}
; Memory that lies 16 bytes behind a multiple of 32.
define ptr @crooked(i64 %n) {
  %more = add i64 %n, 64
  %p = call ptr @take(i64 %more)
  %a = ptrtoint ptr %p to i64
  %b = add i64 %a, 31
  %c = and i64 %b, -32
  %d = add i64 %c, 16
  %q = inttoptr i64 %d to ptr
  %x = load ptr, ptr @given
  store ptr %x, ptr getelementptr ([2 x ptr], ptr @given, i64 0, i64 1)
  store ptr %q, ptr @given
  ret ptr %q
}
define void @uncrook(ptr %q) {
  %x = load ptr, ptr @given
  %y = load ptr, ptr getelementptr ([2 x ptr], ptr @given, i64 0, i64 1)
  %a = icmp eq ptr %q, %x
  %b = icmp eq ptr %q, %y
  %known = or i1 %a, %b
  br i1 %known, label %ok, label %strange
ok:
  %c = load i32, ptr @blocks
  %d = sub i32 %c, 1
  store i32 %d, ptr @blocks
  ret void
strange:
  ret void
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
define i32 @main() {
  %buf = alloca [8 x i8], align 8
  %r0 = call {ptr, i32} @gen(ptr %buf, i32 5, i64 40)
  %c0 = extractvalue {ptr, i32} %r0, 0
  %v0 = extractvalue {ptr, i32} %r0, 1
  call void @show(i32 %v0)
  %r1 = call {ptr, i32} %c0(ptr %buf, i1 zeroext false)
  %c1 = extractvalue {ptr, i32} %r1, 0
  %v1 = extractvalue {ptr, i32} %r1, 1
  call void @show(i32 %v1)
  %r2 = call {ptr, i32} %c1(ptr %buf, i1 zeroext false)
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  %k = load i32, ptr @kept
  call void @show(i32 %k)
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
