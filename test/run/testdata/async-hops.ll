; A coroutine that lets an executor of a queue run it on: it suspends with its own context, from which it goes on behind the suspend. Two of them take
; turns. What is written to an array in one round is read behind the last.
; PRINTS: 1 101 2 102 3 6 103 106
; LLVM: it does not see that rounds of a loop are on both sides of the suspend in it, and keeps the array on the stack
@turnsTu = global <{ i32, i32 }> <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @turns to i64), i64 ptrtoint (ptr @turnsTu to i64)) to i32), i32 16 }>, align 8

@queue = global [16 x { ptr, ptr }] zeroinitializer
@head = global i64 0
@tail = global i64 0
define internal swifttailcc void @enqueue(ptr %f, ptr %c) {
  %t = load i64, ptr @tail
  %k = and i64 %t, 15
  %next = add i64 %t, 1
  store i64 %next, ptr @tail
  %at = getelementptr [16 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  store ptr %f, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  store ptr %c, ptr %cp
  ret void
}
define swifttailcc void @turns(ptr swiftasync %ctx, i64 %base) presplitcoroutine {
entry:
  %slot = alloca ptr
  %seen = alloca [3 x i64]
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @turnsTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store ptr %ctx, ptr %slot
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %j = add i64 %i, 1
  %r = call ptr @llvm.coro.async.resume()
  %own = load ptr, ptr %slot
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @__swift_async_resume_get_context, ptr @enqueue, ptr %r, ptr %own)
  %back = extractvalue { ptr } %s, 0
  store ptr %back, ptr %slot
  %v = add i64 %base, %j
  call void @show(i64 %v)
  %at = getelementptr [3 x i64], ptr %seen, i64 0, i64 %i
  store i64 %j, ptr %at
  %end = icmp eq i64 %j, 3
  br i1 %end, label %out, label %loop
out:
  %p1 = getelementptr [3 x i64], ptr %seen, i64 0, i64 1
  %p2 = getelementptr [3 x i64], ptr %seen, i64 0, i64 2
  %a = load i64, ptr %seen
  %b = load i64, ptr %p1
  %c = load i64, ptr %p2
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  %sum = add i64 %abc, %base
  %now = load ptr, ptr %slot
  %kp = getelementptr inbounds { ptr, ptr }, ptr %now, i32 0, i32 1
  %k = load ptr, ptr %kp, align 8
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false, ptr @call1, ptr %k, ptr %now, i64 %sum)
  unreachable
}
define swifttailcc void @done(ptr swiftasync %c, i64 %v) {
  call void @show(i64 %v)
  ret void
}
define void @start(i64 %x) {
  %size = load i32, ptr getelementptr inbounds (<{ i32, i32 }>, ptr @turnsTu, i32 0, i32 1), align 4
  %n = zext i32 %size to i64
  %c = call swiftcc ptr @take(i64 %n)
  store ptr null, ptr %c
  %rp = getelementptr inbounds { ptr, ptr }, ptr %c, i32 0, i32 1
  store ptr @done, ptr %rp
  call swifttailcc void @turns(ptr swiftasync %c, i64 %x)
  ret void
}
define i32 @main() {
entry:
  call void @start(i64 0)
  call void @start(i64 100)
  br label %loop
loop:
  %h = load i64, ptr @head
  %t = load i64, ptr @tail
  %empty = icmp eq i64 %h, %t
  br i1 %empty, label %out, label %run
run:
  %next = add i64 %h, 1
  store i64 %next, ptr @head
  %k = and i64 %h, 15
  %at = getelementptr [16 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  %f = load ptr, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  %c = load ptr, ptr %cp
  call swifttailcc void %f(ptr swiftasync %c)
  br label %loop
out:
  ret i32 0
}

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
