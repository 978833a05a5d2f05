; An asynchronous chain with opaque pointers: a loop that awaits a thousand times, with an object and a vector that are more aligned than the context alive
; across each.
; EXPECT: 500500 0 0
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
@countTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@leafTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@memory = global [65536 x i8] zeroinitializer, align 64
@top = global i64 16
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(ptr, ...)
define void @show(i64 %v) {
  %r = call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
define ptr @take(i32 %n) {
  %t = load i64, ptr @top
  %w = zext i32 %n to i64
  %r = add i64 %w, 31
  %size = and i64 %r, -32
  %next = add i64 %t, %size
  store i64 %next, ptr @top
  %p = getelementptr [65536 x i8], ptr @memory, i64 0, i64 %t
  ret ptr %p
}
define void @give(i32 %n) {
  %t = load i64, ptr @top
  %w = zext i32 %n to i64
  %r = add i64 %w, 31
  %size = and i64 %r, -32
  %next = sub i64 %t, %size
  store i64 %next, ptr @top
  ret void
}
define i64 @misaligned(ptr %p) noinline {
  %n = ptrtoint ptr %p to i64
  %r = and i64 %n, 63
  ret i64 %r
}
define swifttailcc void @leaf(ptr swiftasync %ctx, i64 %x) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @leafTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %y = add i64 %x, 1
  %kp = getelementptr i8, ptr %ctx, i64 8
  %k = load ptr, ptr %kp
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @hand, ptr %k, ptr %ctx, i64 %y)
  unreachable
}
define swifttailcc void @count(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %far = alloca [2 x i64], align 64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @countTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %m0 = call i64 @misaligned(ptr %far)
  %second = getelementptr [2 x i64], ptr %far, i64 0, i64 1
  store i64 %m0, ptr %second
  %nd = sitofp i64 %n to double
  %vec = insertelement <4 x double> zeroinitializer, double %nd, i32 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %v, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %size = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @leafTu, i32 0, i32 1)
  %c = call ptr @take(i32 %size)
  store ptr %ctx, ptr %c
  %r = call ptr @llvm.coro.async.resume()
  %c1 = getelementptr ptr, ptr %c, i64 1
  store ptr %r, ptr %c1
  %s = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r, ptr @__swift_async_resume_project_context, ptr @go, ptr @leaf, ptr %c, i64 %i)
  %v = extractvalue { ptr, i64 } %s, 1
  call void @give(i32 %size)
  %more = add i64 %sum, %v
  %m1 = call i64 @misaligned(ptr %far)
  store i64 %m1, ptr %second
  %last = extractelement <4 x double> %vec, i32 3
  %end = fptosi double %last to i64
  %done = icmp eq i64 %v, %end
  br i1 %done, label %out, label %loop
out:
  call void @show(i64 %more)
  %m2 = load i64, ptr %second
  call void @show(i64 %m2)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define internal swifttailcc void @go(ptr %f, ptr %c, i64 %x) {
  musttail call swifttailcc void %f(ptr swiftasync %c, i64 %x)
  ret void
}
define internal swifttailcc void @hand(ptr %f, ptr %c, i64 %v) {
  musttail call swifttailcc void %f(ptr swiftasync %c, i64 %v)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c
  ret ptr %p
}
define i32 @main() {
  %before = load i64, ptr @top
  %size = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @countTu, i32 0, i32 1)
  %c = call ptr @take(i32 %size)
  call swifttailcc void @count(ptr swiftasync %c, i64 1000)
  call void @give(i32 %size)
  %after = load i64, ptr @top
  %left = sub i64 %after, %before
  call void @show(i64 %left)
  ret i32 0
}
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
