; The sizes that are told to callers: of a coroutine, of one that hands its context on to another and of one that does so through it, and of one
; that has only an equal initializer.
; PRINTS: 64 64 64 16 32
; LLVM: it changes the pointer of the last but one as well, because it was equal
@fTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @fTu to i64)) to i32), i32 16 }>, align 8

@aTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
@bTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@otherTu = global <{ i32, i32 }> <{ i32 2, i32 16 }>, align 8
@oddTu = global <{ i32, i32 }> <{ i32 4, i32 24 }>, align 8
define swifttailcc void @a(ptr swiftasync %ctx, i64 %x) {
  call void @llvm.coro.async.size.replace(ptr @aTu, ptr @bTu)
  musttail call swifttailcc void @b(ptr swiftasync %ctx, i64 %x)
  ret void
}
define swifttailcc void @b(ptr swiftasync %ctx, i64 %x) {
  call void @llvm.coro.async.size.replace(ptr @bTu, ptr @fTu)
  musttail call swifttailcc void @f(ptr swiftasync %ctx, i64 %x)
  ret void
}
define swifttailcc void @odd(ptr swiftasync %ctx) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 24, i32 16, i32 0, ptr @oddTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %x = alloca [3 x i64]
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store ptr %x, ptr %x
  call void @hold(ptr %x)
  %z0 = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1), align 4
  %w0 = zext i32 %z0 to i64
  %c0 = call swiftcc ptr @take(i64 %w0)
  store ptr %ctx, ptr %c0, align 8
  %r0 = call ptr @llvm.coro.async.resume()
  %rp0 = getelementptr inbounds { ptr, ptr }, ptr %c0, i32 0, i32 1
  store ptr %r0, ptr %rp0, align 8
  %s0 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r0, ptr @__swift_async_resume_project_context, ptr @call1, ptr @f, ptr %c0, i64 %n)
  %v0 = extractvalue { ptr, i64 } %s0, 1
  call swiftcc void @give(ptr %c0, i64 %w0)
  call void @hold(ptr %x)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @hold(ptr %p) noinline {
  store i64 0, ptr %p
  ret void
}
define void @size(ptr %p) {
  %at = getelementptr <{ i32, i32 }>, ptr %p, i32 0, i32 1
  %n = load i32, ptr %at
  %w = zext i32 %n to i64
  call void @show(i64 %w)
  ret void
}
define i32 @main() {
  call void @size(ptr @fTu)
  call void @size(ptr @bTu)
  call void @size(ptr @aTu)
  call void @size(ptr @otherTu)
  call void @size(ptr @oddTu)
  ret i32 0
}
declare void @llvm.coro.async.size.replace(ptr, ptr)

define internal swifttailcc void @call1(ptr %fn, ptr %c, i64 %x) {
  musttail call swifttailcc void %fn(ptr swiftasync %c, i64 %x)
  ret void
}

; A task's memory is a stack; who gives back what is not on its top, or writes behind the end of what it took, is told.
@memory = global [1048576 x i8] zeroinitializer, align 16
@top = global i64 0
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
