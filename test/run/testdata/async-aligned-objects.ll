; Objects that are more aligned than the context: each part finds them at the same aligned place.
; PRINTS: 0 0 0 0 48 0
@fTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fTu to i64)) to i32), i32 16 }>, align 8
@leafTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @leaf to i64), i64 ptrtoint (ptr @leafTu to i64)) to i32), i32 16 }>, align 8

define swifttailcc void @leaf(ptr swiftasync %ctx, i64 %x) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @leafTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %y = add i64 %x, 1
  %kp = getelementptr inbounds { ptr, ptr }, ptr %ctx, i32 0, i32 1
  %k = load ptr, ptr %kp, align 8
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @call1, ptr %k, ptr %ctx, i64 %y)
  unreachable
}
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %x = alloca [6 x i64], align 64
  %y = alloca [6 x i64], align 32
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @fill(ptr %x, i64 %n)
  call void @fill(ptr %y, i64 %n)
  %ax = call i64 @aligned(ptr %x, i64 64)
  call void @show(i64 %ax)
  %ay = call i64 @aligned(ptr %y, i64 32)
  call void @show(i64 %ay)
  %z0 = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @leafTu, i32 0, i32 1), align 4
  %w0 = zext i32 %z0 to i64
  %c0 = call swiftcc ptr @take(i64 %w0)
  store ptr %ctx, ptr %c0, align 8
  %r0 = call ptr @llvm.coro.async.resume()
  %rp0 = getelementptr inbounds { ptr, ptr }, ptr %c0, i32 0, i32 1
  store ptr %r0, ptr %rp0, align 8
  %s0 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @call1, ptr @leaf, ptr %c0, i64 %n)
  %v0 = extractvalue { ptr, i64 } %s0, 1
  call swiftcc void @give(ptr %c0, i64 %w0)
  %bx = call i64 @aligned(ptr %x, i64 64)
  call void @show(i64 %bx)
  %by = call i64 @aligned(ptr %y, i64 32)
  call void @show(i64 %by)
  %a = load i64, ptr %x
  %q = getelementptr i64, ptr %y, i64 5
  %b = load i64, ptr %q
  %s1 = add i64 %a, %b
  %s2 = add i64 %s1, %v0
  %s3 = add i64 %s2, 2
  %kp = getelementptr inbounds { ptr, ptr }, ptr %ctx, i32 0, i32 1
  %k = load ptr, ptr %kp, align 8
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @call1, ptr %k, ptr %ctx, i64 %s3)
  unreachable
}
define <4 x double> @vec(i64 %x) {
  %f = sitofp i64 %x to double
  %a = insertelement <4 x double> poison, double %f, i32 0
  %b = insertelement <4 x double> %a, double 2.0, i32 1
  %c = insertelement <4 x double> %b, double 3.0, i32 2
  %d = insertelement <4 x double> %c, double 4.0, i32 3
  ret <4 x double> %d
}
define void @fill(ptr %p, i64 %x) noinline {
  %q = getelementptr i64, ptr %p, i64 5
  store i64 %x, ptr %p
  store i64 %x, ptr %q
  ret void
}
define i64 @aligned(ptr %p, i64 %to) noinline {
  %n = ptrtoint ptr %p to i64
  %m = sub i64 %to, 1
  %r = and i64 %n, %m
  ret i64 %r
}

define internal swifttailcc void @call1(ptr %fn, ptr %c, i64 %x) {
  musttail call swifttailcc void %fn(ptr swiftasync %c, i64 %x)
  ret void
}
define swifttailcc void @done(ptr swiftasync %c, i64 %v) {
  call void @show(i64 %v)
  %t = load i64, ptr @top
  %b = load i64, ptr @base
  %more = sub i64 %t, %b
  call void @show(i64 %more)
  ret void
}
define void @start(i64 %x) {
  %top = alloca { ptr, ptr }
  %size = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1), align 4
  %n = zext i32 %size to i64
  %c = call swiftcc ptr @take(i64 %n)
  store ptr %top, ptr %c
  %b = load i64, ptr @top
  store i64 %b, ptr @base
  %rp = getelementptr inbounds { ptr, ptr }, ptr %c, i32 0, i32 1
  store ptr @done, ptr %rp
  call swifttailcc void @f(ptr swiftasync %c, i64 %x)
  call swiftcc void @give(ptr %c, i64 %n)
  ret void
}
define i32 @main() {
  call void @start(i64 15)
  ret i32 0
}

; A task's memory is a stack; who gives back what is not on its top, or writes behind the end of what it took, is told.
@memory = global [1048576 x i8] zeroinitializer, align 16
@top = global i64 0
@base = global i64 0
define swiftcc ptr @take(i64 %n) {
  %t = load i64, ptr @top
  %r = add i64 %n, 31
  %size = and i64 %r, -16
  %next = add i64 %t, %size
  store i64 %next, ptr @top
  %p = getelementptr i8, ptr @memory, i64 %t
  %guard = getelementptr i8, ptr %p, i64 %n
  store i64 81985529216486895, ptr %guard, align 1
  ret ptr %p
}
define swiftcc void @give(ptr %p, i64 %n) {
  %guard = getelementptr i8, ptr %p, i64 %n
  %g = load i64, ptr %guard, align 1
  %whole = icmp eq i64 %g, 81985529216486895
  br i1 %whole, label %fine, label %bad
fine:
  %r = add i64 %n, 31
  %size = and i64 %r, -16
  %t = load i64, ptr @top
  %next = sub i64 %t, %size
  store i64 %next, ptr @top
  %q = getelementptr i8, ptr @memory, i64 %next
  %same = icmp eq ptr %p, %q
  br i1 %same, label %out, label %bad
bad:
  call void @show(i64 -1)
  br label %out
out:
  ret void
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(ptr, ...)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
