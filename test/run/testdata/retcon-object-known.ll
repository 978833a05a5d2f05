; An object in a frame that lies in the buffer, of which somebody else has the address: the continuation writes it both ways. LLVM says that nothing
; but the buffer's parameter leads there, and its optimiser then prints the older of the two values.
; PRINTS: 42
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@g = global ptr null
define {ptr, i64} @f(ptr %buf, i64 %n) presplitcoroutine {
entry:
  %x = alloca i64
  %id = call token @llvm.coro.id.retcon(i32 64, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store i64 %n, ptr %x
  store ptr %x, ptr @g
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  store i64 1, ptr %x
  %p = load ptr, ptr @g
  store i64 42, ptr %p
  %v = load i64, ptr %x
  call void @show(i64 %v)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define i32 @main() {
  %buf = alloca [64 x i8], align 8
  %r = call {ptr, i64} @f(ptr %buf, i64 7)
  %c = extractvalue {ptr, i64} %r, 0
  %r2 = call {ptr, i64} %c(ptr %buf, i1 zeroext false)
  ret i32 0
}
@number = constant [6 x i8] c"%lld\0A\00"
declare i32 @printf(ptr, ...)
define void @show(i64 %v) noinline {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
declare {ptr, i64} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
define ptr @take(i64) { ret ptr null }
define void @give(ptr) { ret void }
