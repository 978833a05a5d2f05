// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

// The part of the outside world of hard programs that calls functions, throws and jumps. It is IR,
// and runs in the interpreter with the program. Its state is in Go (hard_outside.go), in functions
// whose names begin with w_.

import "github.com/corolower/corolower/test/hard/gen"

// outsideText defines the functions that the programs call. A function that guards another saves
// the state with w_enter, and restores it with w_leave or w_caught.
const outsideText = `@rt_base = global [256 x i8] zeroinitializer, align 16
@rt_held = global [4 x ptr] zeroinitializer
@rt_type = constant ptr null
@rt_spawned = global i64 0
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @longjmp(ptr, i32)
declare i32 @_setjmp(ptr) returns_twice
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @sched_yield()
declare void @rt_show(i64, i64)
declare i32 @rt_ask(i32)
declare i64 @w_enter()
declare void @w_leave(i64)
declare void @w_caught(i64)
declare i64 @w_jenter(ptr)
declare void @w_jumped(i64)
declare ptr @w_target()
declare void @w_depth(i64)
declare i64 @w_part(ptr, i64)
declare void @w_part_ends(i64)
declare void @w_part_threw(i64, ptr, i64)
declare void @w_block(ptr, i64)
declare void @w_unblock(ptr)
declare ptr @w_kept(i32)
declare void @w_check(ptr)
declare ptr @w_callback(i64)
declare i64 @w_queued()
declare i64 @w_thread(ptr)
declare void @w_threaded(i64, i64)
declare i64 @w_may(ptr)
declare void @w_back(ptr)
declare i64 @w_exists(ptr)
declare void @w_done(ptr)
define ptr @rt_alloc(i64 %n) {
  %p = call ptr @aligned_alloc(i64 64, i64 %n)
  call void @w_block(ptr %p, i64 %n)
  ret ptr %p
}
define ptr @rt_alloc_throwing(i64 %n) {
  %p = call ptr @rt_alloc(i64 %n)
  ret ptr %p
}
define void @rt_free(ptr %p) {
  %no = icmp eq ptr %p, null
  br i1 %no, label %out, label %some
some:
  call void @w_unblock(ptr %p)
  call void @free(ptr %p)
  br label %out
out:
  ret void
}
define i64 @w_read(ptr %p) {
  %v = load i64, ptr %p
  ret i64 %v
}
define void @w_write(ptr %p, i64 %v) {
  store i64 %v, ptr %p
  ret void
}
define void @rt_peek(i32 %k) {
  %p = call ptr @w_kept(i32 %k)
  %v = load i64, ptr %p
  %n = zext i32 %k to i64
  %t = add i64 %n, 100
  call void @rt_show(i64 %t, i64 %v)
  ret void
}
define void @rt_poke(i32 %k, i64 %v) {
  %p = call ptr @w_kept(i32 %k)
  store i64 %v, ptr %p
  ret void
}
define ptr @w_held(i32 %k) {
  %i = and i32 %k, 3
  %p = getelementptr ptr, ptr @rt_held, i32 %i
  %c = load ptr, ptr %p
  call void @w_check(ptr %c)
  ret ptr %c
}
define void @rt_hold(i32 %k, ptr %c) {
  %i = and i32 %k, 3
  %p = getelementptr ptr, ptr @rt_held, i32 %i
  store ptr %c, ptr %p
  ret void
}
define void @rt_hold_clear(i32 %k) {
  %c = call ptr @w_held(i32 %k)
  store ptr null, ptr %c
  ret void
}
define void @rt_hold_resume(i32 %k) {
  %c = call ptr @w_held(i32 %k)
  %h = load ptr, ptr %c
  call void @rt_resume(ptr %h)
  ret void
}
define void @rt_hold_destroy(i32 %k) {
  %c = call ptr @w_held(i32 %k)
  %h = load ptr, ptr %c
  store ptr null, ptr %c
  call void @rt_destroy(ptr %h)
  ret void
}
define void @rt_throw(i64 %v) {
  %e = call ptr @__cxa_allocate_exception(i64 8)
  store i64 %v, ptr %e
  call void @__cxa_throw(ptr %e, ptr @rt_type, ptr null)
  unreachable
}
define void @rt_maythrow(i64 %v) {
  %a = call i32 @rt_ask(i32 3)
  %c = icmp eq i32 %a, 0
  br i1 %c, label %throw, label %out
throw:
  call void @rt_throw(i64 %v)
  unreachable
out:
  ret void
}
define void @rt_call(ptr %f, ptr %c, i64 %n) {
  call void @w_depth(i64 1)
  call void %f(ptr %c, i64 %n)
  call void @w_depth(i64 -1)
  ret void
}
define i64 @w_catch({ ptr, i32 } %x) {
  %e = extractvalue { ptr, i32 } %x, 0
  %q = call ptr @__cxa_begin_catch(ptr %e)
  %v = load i64, ptr %q
  call void @__cxa_end_catch()
  ret i64 %v
}
define i64 @rt_try(ptr %f, ptr %c, i64 %n) personality ptr @__gxx_personality_v0 {
  %s = call i64 @w_enter()
  invoke void @rt_call(ptr %f, ptr %c, i64 %n) to label %ok unwind label %pad
ok:
  call void @w_leave(i64 %s)
  ret i64 -1
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  %v = call i64 @w_catch({ ptr, i32 } %x)
  call void @w_caught(i64 %s)
  ret i64 %v
}
define i64 @w_resume_guarded(ptr %h) personality ptr @__gxx_personality_v0 {
  %s = call i64 @w_enter()
  invoke void @rt_resume(ptr %h) to label %ok unwind label %pad
ok:
  call void @w_leave(i64 %s)
  ret i64 -1
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  %v = call i64 @w_catch({ ptr, i32 } %x)
  call void @w_caught(i64 %s)
  ret i64 %v
}
define i64 @w_destroy_guarded(ptr %h) personality ptr @__gxx_personality_v0 {
  %s = call i64 @w_enter()
  invoke void @rt_destroy(ptr %h) to label %ok unwind label %pad
ok:
  call void @w_leave(i64 %s)
  ret i64 -1
pad:
  %x = landingpad { ptr, i32 } catch ptr null
  %v = call i64 @w_catch({ ptr, i32 } %x)
  call void @w_caught(i64 %s)
  ret i64 %v
}
define i64 @rt_jtry(ptr %f, ptr %c, i64 %n) {
  %buf = alloca [32 x i64], align 16
  %s = call i64 @w_jenter(ptr %buf)
  %r = call i32 @_setjmp(ptr %buf) returns_twice
  %back = icmp ne i32 %r, 0
  br i1 %back, label %second, label %first
first:
  %v = call i64 @rt_try(ptr %f, ptr %c, i64 %n)
  call void @w_leave(i64 %s)
  ret i64 %v
second:
  call void @w_jumped(i64 %s)
  ret i64 1
}
define ptr @rt_target() {
  %b = call ptr @w_target()
  ret ptr %b
}
define void @rt_go_back(ptr %b) {
  call void @w_back(ptr %b)
  call void @longjmp(ptr %b, i32 1)
  unreachable
}
define void @rt_may_go_back(ptr %b) {
  %d = call i64 @w_may(ptr %b)
  %c = icmp ne i64 %d, 0
  br i1 %c, label %go, label %out
go:
  call void @rt_go_back(ptr %b)
  unreachable
out:
  ret void
}
define void @rt_run_callback() {
  %f = call ptr @w_callback(i64 0)
  %c = call ptr @w_callback(i64 1)
  %p = call ptr @w_callback(i64 2)
  %n = ptrtoint ptr %p to i64
  call void @rt_call(ptr %f, ptr %c, i64 %n)
  ret void
}
define void @rt_queue_run(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %j = add i32 %i, 1
  %more = icmp slt i32 %i, %n
  br i1 %more, label %take, label %out
take:
  %q = call i64 @w_queued()
  switch i64 %q, label %run [ i64 -1, label %out i64 0, label %next ]
run:
  %h = inttoptr i64 %q to ptr
  %v = call i64 @w_resume_guarded(ptr %h)
  call void @rt_show(i64 202, i64 %v)
  br label %next
next:
  br label %loop
out:
  ret void
}
define ptr @w_resumer(ptr %a) {
  %h = load ptr, ptr %a
  %v = call i64 @w_resume_guarded(ptr %h)
  %p = getelementptr i64, ptr %a, i64 1
  store i64 %v, ptr %p
  ret ptr null
}
define void @rt_thread(ptr %h) {
  %a = alloca [2 x i64]
  %t = alloca i64
  %s = call i64 @w_thread(ptr %h)
  store ptr %h, ptr %a
  call i32 @pthread_create(ptr %t, ptr null, ptr @w_resumer, ptr %a)
  %id = load i64, ptr %t
  call i32 @pthread_join(i64 %id, ptr null)
  %p = getelementptr i64, ptr %a, i64 1
  %v = load i64, ptr %p
  call void @w_threaded(i64 %s, i64 %v)
  ret void
}
define ptr @w_setter(ptr %p) {
entry:
  br label %loop
loop:
  %v = load atomic i32, ptr %p seq_cst, align 4
  %wait = icmp eq i32 %v, 2
  br i1 %wait, label %more, label %set
more:
  call i32 @sched_yield()
  br label %loop
set:
  store atomic i32 1, ptr %p seq_cst, align 4
  ret ptr null
}
define void @w_spawn(ptr %p, i32 %first) {
  %old = load i64, ptr @rt_spawned
  %none = icmp eq i64 %old, 0
  br i1 %none, label %start, label %join
join:
  call i32 @pthread_join(i64 %old, ptr null)
  br label %start
start:
  store atomic i32 %first, ptr %p seq_cst, align 4
  call i32 @pthread_create(ptr @rt_spawned, ptr null, ptr @w_setter, ptr %p)
  ret void
}
define void @rt_spawn(ptr %p) {
  call void @w_spawn(ptr %p, i32 0)
  ret void
}
define void @rt_spawn_later(ptr %p) {
  call void @w_spawn(ptr %p, i32 2)
  ret void
}
define void @rt_resume(ptr %h) personality ptr @__gxx_personality_v0 {
  %s = call i64 @w_part(ptr %h, i64 0)
  invoke void @llvm.coro.resume(ptr %h) to label %ok unwind label %pad
ok:
  call void @w_part_ends(i64 %s)
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  call void @w_part_threw(i64 %s, ptr %h, i64 0)
  resume { ptr, i32 } %x
}
define void @rt_destroy(ptr %h) personality ptr @__gxx_personality_v0 {
  %s = call i64 @w_part(ptr %h, i64 1)
  invoke void @llvm.coro.destroy(ptr %h) to label %ok unwind label %pad
ok:
  call void @w_part_ends(i64 %s)
  ret void
pad:
  %x = landingpad { ptr, i32 } cleanup
  call void @w_part_threw(i64 %s, ptr %h, i64 1)
  resume { ptr, i32 } %x
}
define void @rt_transfer(ptr %h) {
  %n = call i64 @w_exists(ptr %h)
  %c = icmp ne i64 %n, 0
  br i1 %c, label %go, label %out
go:
  call void @rt_resume(ptr %h)
  br label %out
out:
  ret void
}
define i32 @rt_done(ptr %h) {
  call void @w_done(ptr %h)
  %d = call i1 @llvm.coro.done(ptr %h)
  %r = zext i1 %d to i32
  ret i32 %r
}
`

// entries are the functions that the soak calls itself.
var entries = []string{"@rt_try", "@rt_jtry", "@w_resume_guarded", "@w_destroy_guarded", "@w_read", "@w_write",
	"@rt_queue_run"}

var hardOutside = newOutside(entries, outsideText, gen.Support())
