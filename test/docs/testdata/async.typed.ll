; An asynchronous chain with typed pointers: a loop that awaits a thousand times, with an object and a vector that are more aligned than the context alive
; across each.
; EXPECT: 500500 0 0
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
@countTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@leafTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@memory = global [65536 x i8] zeroinitializer, align 64
@top = global i64 16
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(i8*, ...)
define void @show(i64 %v) {
  %r = call i32 (i8*, ...) @printf(i8* getelementptr ([6 x i8], [6 x i8]* @number, i64 0, i64 0), i64 %v)
  ret void
}
define i8* @take(i32 %n) {
  %t = load i64, i64* @top
  %w = zext i32 %n to i64
  %r = add i64 %w, 31
  %size = and i64 %r, -32
  %next = add i64 %t, %size
  store i64 %next, i64* @top
  %p = getelementptr [65536 x i8], [65536 x i8]* @memory, i64 0, i64 %t
  ret i8* %p
}
define void @give(i32 %n) {
  %t = load i64, i64* @top
  %w = zext i32 %n to i64
  %r = add i64 %w, 31
  %size = and i64 %r, -32
  %next = sub i64 %t, %size
  store i64 %next, i64* @top
  ret void
}
define i64 @misaligned(i8* %p) noinline {
  %n = ptrtoint i8* %p to i64
  %r = and i64 %n, 63
  ret i64 %r
}
define swifttailcc void @leaf(i8* swiftasync %ctx, i64 %x) "coroutine.presplit"="1" {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, i8* bitcast (<{ i32, i32 }>* @leafTu to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %y = add i64 %x, 1
  %kp = getelementptr i8, i8* %ctx, i64 8
  %kq = bitcast i8* %kp to i8**
  %k = load i8*, i8** %kq
  %e = call i1 (i8*, i1, ...) @llvm.coro.end.async(i8* %h, i1 false, void (i8*, i8*, i64)* @hand, i8* %k, i8* %ctx, i64 %y)
  unreachable
}
define swifttailcc void @count(i8* swiftasync %ctx, i64 %n) "coroutine.presplit"="1" {
entry:
  %far = alloca [2 x i64], align 64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, i8* bitcast (<{ i32, i32 }>* @countTu to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %farp = bitcast [2 x i64]* %far to i8*
  %m0 = call i64 @misaligned(i8* %farp)
  %second = getelementptr [2 x i64], [2 x i64]* %far, i64 0, i64 1
  store i64 %m0, i64* %second
  %nd = sitofp i64 %n to double
  %vec = insertelement <4 x double> zeroinitializer, double %nd, i32 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %v, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %size = load i32, i32* getelementptr (<{ i32, i32 }>, <{ i32, i32 }>* @leafTu, i32 0, i32 1)
  %c = call i8* @take(i32 %size)
  %c0 = bitcast i8* %c to i8**
  store i8* %ctx, i8** %c0
  %r = call i8* @llvm.coro.async.resume()
  %c1 = getelementptr i8*, i8** %c0, i64 1
  store i8* %r, i8** %c1
  %s = call { i8*, i64 } (i32, i8*, i8*, ...) @llvm.coro.suspend.async.sl_p0i8i64s(i32 0, i8* %r, i8* bitcast (i8* (i8*)* @__swift_async_resume_project_context to i8*), i8* bitcast (void (void (i8*, i64)*, i8*, i64)* @go to i8*), i8* bitcast (void (i8*, i64)* @leaf to i8*), i8* %c, i64 %i)
  %v = extractvalue { i8*, i64 } %s, 1
  call void @give(i32 %size)
  %more = add i64 %sum, %v
  %m1 = call i64 @misaligned(i8* %farp)
  store i64 %m1, i64* %second
  %last = extractelement <4 x double> %vec, i32 3
  %end = fptosi double %last to i64
  %done = icmp eq i64 %v, %end
  br i1 %done, label %out, label %loop
out:
  call void @show(i64 %more)
  %m2 = load i64, i64* %second
  call void @show(i64 %m2)
  %e = call i1 (i8*, i1, ...) @llvm.coro.end.async(i8* %h, i1 false)
  unreachable
}
define internal swifttailcc void @go(void (i8*, i64)* %f, i8* %c, i64 %x) {
  musttail call swifttailcc void %f(i8* swiftasync %c, i64 %x)
  ret void
}
define internal swifttailcc void @hand(i8* %f, i8* %c, i64 %v) {
  %g = bitcast i8* %f to void (i8*, i64)*
  musttail call swifttailcc void %g(i8* swiftasync %c, i64 %v)
  ret void
}
define linkonce_odr hidden i8* @__swift_async_resume_project_context(i8* %c) {
  %q = bitcast i8* %c to i8**
  %p = load i8*, i8** %q
  ret i8* %p
}
define i32 @main() {
  %before = load i64, i64* @top
  %size = load i32, i32* getelementptr (<{ i32, i32 }>, <{ i32, i32 }>* @countTu, i32 0, i32 1)
  %c = call i8* @take(i32 %size)
  call swifttailcc void @count(i8* swiftasync %c, i64 1000)
  call void @give(i32 %size)
  %after = load i64, i64* @top
  %left = sub i64 %after, %before
  call void @show(i64 %left)
  ret i32 0
}
declare token @llvm.coro.id.async(i32, i32, i32, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.async.resume()
declare { i8*, i64 } @llvm.coro.suspend.async.sl_p0i8i64s(i32, i8*, i8*, ...)
declare i1 @llvm.coro.end.async(i8*, i1, ...)
