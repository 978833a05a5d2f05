; An accessor that lends one element of a table and writes it back: resumed normally it returns what was there before, left abnormally it writes
; nothing. Two suspends, of which one is come to; memory of a size that is known at run time across them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define { ptr, ptr } @element(ptr %buf, ptr %table, i64 %index, i64 %size) {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %at = mul i64 %index, %size
  %place = getelementptr i8, ptr %table, i64 %at
  %token = call token @llvm.coro.alloca.alloc.i64(i64 %size, i32 16)
  %copy = call ptr @llvm.coro.alloca.get(token %token)
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %place, i64 %size, i1 false)
  %old = load i8, ptr %place, align 1
  %locked = icmp eq i64 %index, 0
  br i1 %locked, label %shown, label %lent
lent:
  %left = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %copy)
  br i1 %left, label %out, label %back
back:
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %copy, i64 %size, i1 false)
  br label %out
shown:
  %gone = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %place)
  br label %out
out:
  %kind = phi i32 [ 1, %lent ], [ 2, %back ], [ 3, %shown ]
  call void @llvm.coro.alloca.free(token %token)
  %results = call token (...) @llvm.coro.end.results(i8 %old, i32 %kind)
  call void @llvm.coro.end(ptr %h, i1 false, token %results)
  unreachable
}

declare { i8, i32 } @proto(ptr, i1 zeroext)
declare ptr @take(i64)
declare void @give(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)
