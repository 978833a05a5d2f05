// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// runtime is the executor and the task allocator of the programs.
const runtime = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
; Contexts are aligned to 16 bytes and never to 32.
@memory = global [4194304 x i8] zeroinitializer, align 64
@top = global i64 16
@base = global i64 0
@queue = global [64 x { ptr, ptr }] zeroinitializer
@head = global i64 0
@tail = global i64 0
@number = constant [6 x i8] c"%lld \00"
; A block has its size in front of it and a guard behind it; what is taken is as good as random, and what was given back is poisoned.
define swiftcc ptr @swift_task_alloc(i64 %n) noinline {
  %t = load i64, ptr @top
  %r = add i64 %n, 71
  %size = and i64 %r, -32
  %next = add i64 %t, %size
  store i64 %next, ptr @top
  %head = getelementptr i8, ptr @memory, i64 %t
  store i64 %n, ptr %head
  %p = getelementptr i8, ptr %head, i64 32
  call void @llvm.memset.p0.i64(ptr %p, i8 90, i64 %n, i1 false)
  %guard = getelementptr i8, ptr %p, i64 %n
  store i64 81985529216486895, ptr %guard, align 1
  ret ptr %p
}
define swiftcc void @swift_task_dealloc(ptr %p) noinline {
  %head = getelementptr i8, ptr %p, i64 -32
  %n = load i64, ptr %head
  %guard = getelementptr i8, ptr %p, i64 %n
  %g = load i64, ptr %guard, align 1
  %whole = icmp eq i64 %g, 81985529216486895
  br i1 %whole, label %fine, label %bad
fine:
  %r = add i64 %n, 71
  %size = and i64 %r, -32
  %t = load i64, ptr @top
  %next = sub i64 %t, %size
  store i64 %next, ptr @top
  %q = getelementptr i8, ptr @memory, i64 %next
  call void @llvm.memset.p0.i64(ptr %q, i8 165, i64 %size, i1 false)
  %same = icmp eq ptr %head, %q
  br i1 %same, label %out, label %bad
bad:
  call void @show(i64 -1)
  br label %out
out:
  ret void
}
; Code that takes memory of the task and leaves it taken, and code that gives it back.
@pushed = global [64 x ptr] zeroinitializer
@pushes = global i64 0
define void @push() noinline {
  %p = call swiftcc ptr @swift_task_alloc(i64 40)
  %n = load i64, ptr @pushes
  %at = getelementptr ptr, ptr @pushed, i64 %n
  store ptr %p, ptr %at
  %m = add i64 %n, 1
  store i64 %m, ptr @pushes
  ret void
}
define void @pop() noinline {
  %m = load i64, ptr @pushes
  %n = sub i64 %m, 1
  store i64 %n, ptr @pushes
  %at = getelementptr ptr, ptr @pushed, i64 %n
  %p = load ptr, ptr %at
  call swiftcc void @swift_task_dealloc(ptr %p)
  ret void
}
define i64 @pure(i64 %x) noinline nounwind memory(none) {
  %y = xor i64 %x, 5
  %z = and i64 %y, 65535
  ret i64 %z
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
define void @keep(ptr %p) noinline {
  %q = getelementptr i64, ptr %p, i64 0
  store volatile ptr %q, ptr @queue
  ret void
}
define void @add(i64 %v, ptr %p) noinline {
  %a = load i64, ptr %p
  %b = add i64 %a, %v
  %c = and i64 %b, 65535
  store i64 %c, ptr %p
  ret void
}
define i64 @misaligned(ptr %p, i64 %to) noinline {
  %n = ptrtoint ptr %p to i64
  %m = sub i64 %to, 1
  %r = and i64 %n, %m
  ret i64 %r
}
define i64 @same(i64 %x) noinline {
  ret i64 %x
}
define double @real(i64 %x) noinline {
  %d = sitofp i64 %x to double
  ret double %d
}
define ptr @pointer(i64 %x) noinline {
  %p = inttoptr i64 %x to ptr
  ret ptr %p
}
define internal swifttailcc void @enqueue(ptr %f, ptr %c) {
  %t = load i64, ptr @tail
  %k0 = and i64 %t, 31
  %k = add i64 %k0, 8
  %next = add i64 %t, 1
  store i64 %next, ptr @tail
  %at = getelementptr [64 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  store ptr %f, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  store ptr %c, ptr %cp
  ret void
}
define void @apart() noinline {
  ret void
}
define internal swifttailcc void @show.and.enqueue(ptr %f, ptr %c, i64 %v) {
  call void @show(i64 %v)
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define internal swifttailcc void @push.and.enqueue(ptr %f, ptr %c) {
  call void @push()
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define internal swifttailcc void @pop.and.enqueue(ptr %f, ptr %c) {
  call void @pop()
  musttail call swifttailcc void @enqueue(ptr %f, ptr %c)
  ret void
}
define void @give.if(ptr %p) noinline {
  %some = icmp ne ptr %p, null
  br i1 %some, label %give, label %out
give:
  call swiftcc void @swift_task_dealloc(ptr %p)
  br label %out
out:
  ret void
}
define internal swifttailcc void @hand(ptr %f, ptr %c, i64 %v) {
  musttail call swifttailcc void %f(ptr swiftasync %c, i64 %v)
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
entry:
  %size = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @f0Tu, i32 0, i32 1)
  %n = zext i32 %size to i64
  %c = call swiftcc ptr @swift_task_alloc(i64 %n)
  store ptr null, ptr %c
  %b = load i64, ptr @top
  store i64 %b, ptr @base
  %rp = getelementptr { ptr, ptr }, ptr %c, i32 0, i32 1
  store ptr @done, ptr %rp
  call swifttailcc void @call0(ptr %c, i64 %x)
  br label %loop
loop:
  %h = load i64, ptr @head
  %t = load i64, ptr @tail
  %empty = icmp eq i64 %h, %t
  br i1 %empty, label %out, label %run
run:
  %next = add i64 %h, 1
  store i64 %next, ptr @head
  %k0 = and i64 %h, 31
  %k = add i64 %k0, 8
  %at = getelementptr [64 x { ptr, ptr }], ptr @queue, i64 0, i64 %k
  %f = load ptr, ptr %at
  %cp = getelementptr { ptr, ptr }, ptr %at, i32 0, i32 1
  %cc = load ptr, ptr %cp
  call swifttailcc void %f(ptr swiftasync %cc)
  br label %loop
out:
  call swiftcc void @swift_task_dealloc(ptr %c)
  ret void
}
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define internal ptr @leads.back(ptr %c) {
  %p = load ptr, ptr %c, align 8
  ret ptr %p
}
define linkonce_odr hidden ptr @__swift_async_resume_get_context(ptr %c) {
  ret ptr %c
}
declare i32 @printf(ptr, ...)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)
`
