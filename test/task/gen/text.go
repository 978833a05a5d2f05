// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// taskText is a coroutine. Its promise is the result, the coroutine to which it transfers control at
// its end, the coroutine that awaits it or null, and whether it is done.
const taskText = `define %sptr @f%d(i64 %%n, ptr %%p) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %%promise = alloca { i64, ptr, ptr, i64 }
  %%acc = alloca i64
%s  %%id = call token @llvm.coro.id(i32 8, ptr %%promise, ptr null, ptr null)
  %%need = call i1 @llvm.coro.alloc(token %%id)
  br i1 %%need, label %%heap, label %%begin
heap:
  %%size = call i64 @llvm.coro.size.i64()
  %%mem = call ptr @malloc(i64 %%size)
  br label %%begin
begin:
  %%at = phi ptr [ null, %%entry ], [ %%mem, %%heap ]
  %%hdl = call ptr @llvm.coro.begin(token %%id, ptr %%at)
  %%waiting.at = getelementptr i8, ptr %%promise, i64 8
  %%back.at = getelementptr i8, ptr %%promise, i64 16
  %%done.at = getelementptr i8, ptr %%promise, i64 24
  %%noop = call ptr @llvm.coro.noop()
  store i64 0, ptr %%promise
  store ptr %%noop, ptr %%waiting.at
  store ptr null, ptr %%back.at
  store i64 0, ptr %%done.at
  store i64 0, ptr %%acc
%sbody:
%s  %%result = load i64, ptr %%acc
  store i64 %%result, ptr %%promise
  store i64 1, ptr %%done.at
  %%save.final = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.%s(ptr null, ptr %%hdl, ptr @%s)
  %%final = call i8 @llvm.coro.suspend(token %%save.final, i1 true)
  switch i8 %%final, label %%end [
    i8 0, label %%never
    i8 1, label %%free
  ]
never:
  unreachable
free:
  %%old = call ptr @llvm.coro.free(token %%id, ptr %%hdl)
  %%heaped = icmp ne ptr %%old, null
  br i1 %%heaped, label %%release, label %%end
release:
  call void @free(ptr %%old)
  br label %%end
end:
  %%unused = call i1 @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %%hdl
}
`

// prelude is what the tasks and main call. The word inlined stands for an attribute.
const prelude = `@cell = global i64 5
@seen = global ptr null
@current = global ptr null
@redirect = global ptr null
@aside.handle = global ptr null
@made = global ptr null
@queue = global [64 x ptr] zeroinitializer
@first = global i64 0
@last = global i64 0
@format = private constant [5 x i8] c"%ld\0A\00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
@_ZTIl = external constant ptr
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare i1 @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @llvm.coro.noop()
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @out(i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  ret void
}
define void @throw(i64 %v) noinline {
  %e = call ptr @__cxa_allocate_exception(i64 8)
  store i64 %v, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIl, ptr null)
  unreachable
}
define void @enqueue(ptr %h) noinline {
  %k = load i64, ptr @last
  %i = and i64 %k, 63
  %at = getelementptr ptr, ptr @queue, i64 %i
  store ptr %h, ptr %at
  %k1 = add i64 %k, 1
  store i64 %k1, ptr @last
  ret void
}
define void @steal() noinline {
  %h = load ptr, ptr @current
  %none = icmp eq ptr %h, null
  br i1 %none, label %end, label %go
go:
  store ptr null, ptr @current
  call void @llvm.coro.resume(ptr %h)
  br label %end
end:
  ret void
}
define internal void @register(ptr %child, ptr %waiting, ptr %hdl) inlined {
  %promise = call ptr @llvm.coro.promise(ptr %child, i32 8, i1 false)
  %w = getelementptr i8, ptr %promise, i64 8
  store ptr %waiting, ptr %w
  %b = getelementptr i8, ptr %promise, i64 16
  store ptr %hdl, ptr %b
  ret void
}
define internal ptr @await0(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  ret ptr %child
}
define internal ptr @await1(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  store ptr %hdl, ptr @seen
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  ret ptr %child
}
define internal ptr @await2(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  %n.at = getelementptr i8, ptr %aw, i64 8
  %n = load i64, ptr %n.at
  %odd = and i64 %n, 1
  %self = icmp eq i64 %odd, 1
  br i1 %self, label %again, label %on
again:
  ret ptr %hdl
on:
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  ret ptr %child
}
define internal ptr @await3(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  %noop = call ptr @llvm.coro.noop()
  call void @enqueue(ptr %hdl)
  call void @register(ptr %child, ptr %noop, ptr %hdl)
  ret ptr %child
}
define internal ptr @await4(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  store ptr %hdl, ptr @current
  call void @steal()
  ret ptr %child
}
define internal ptr @await5(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  store ptr %hdl, ptr @current
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  ret ptr %child
}
define internal void @await6(ptr %aw, ptr %hdl) inlined {
  %child = load ptr, ptr %aw
  call void @register(ptr %child, ptr %hdl, ptr %hdl)
  call void @llvm.coro.resume(ptr %child)
  ret void
}
define internal ptr @hand.back(ptr %aw, ptr %hdl) inlined {
  %promise = call ptr @llvm.coro.promise(ptr %hdl, i32 8, i1 false)
  %w = getelementptr i8, ptr %promise, i64 8
  %waiting = load ptr, ptr %w
  ret ptr %waiting
}
define internal ptr @hand.aside(ptr %aw, ptr %hdl) inlined {
  %promise = call ptr @llvm.coro.promise(ptr %hdl, i32 8, i1 false)
  %w = getelementptr i8, ptr %promise, i64 8
  %waiting = load ptr, ptr %w
  %to = load ptr, ptr @redirect
  %none = icmp eq ptr %to, null
  br i1 %none, label %back, label %aside
back:
  ret ptr %waiting
aside:
  store ptr null, ptr @redirect
  call void @enqueue(ptr %waiting)
  ret ptr %to
}
define internal void @call.back(ptr %aw, ptr %hdl) inlined {
  %promise = call ptr @llvm.coro.promise(ptr %hdl, i32 8, i1 false)
  %w = getelementptr i8, ptr %promise, i64 8
  %waiting = load ptr, ptr %w
  call void @llvm.coro.resume(ptr %waiting)
  ret void
}
define ptr @aside() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store ptr %hdl, ptr @aside.handle
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [
    i8 0, label %on
    i8 1, label %free
  ]
on:
  call void @out(i64 -1)
  br label %loop
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %end
end:
  %unused = call i1 @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
define void @drive(ptr %f, i64 %n, i64 %limit, i1 %eager) personality ptr @__gxx_personality_v0 {
entry:
  store ptr null, ptr @made
  %made = invoke ptr %f(i64 %n, ptr @cell) to label %created unwind label %threw
created:
  br i1 %eager, label %loop, label %start
start:
  invoke void @llvm.coro.resume(ptr %made) to label %loop unwind label %threw.later
threw:
  %lp = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %lp, 0
  %caught = call ptr @__cxa_begin_catch(ptr %e)
  %v = load i64, ptr %caught
  call void @out(i64 %v)
  call void @__cxa_end_catch()
  %left = load ptr, ptr @made
  %freed = icmp eq ptr %left, null
  br i1 %freed, label %clear, label %loop
threw.later:
  %h.2 = phi ptr [ %made, %start ], [ %h, %next ]
  %l.2 = phi i64 [ %limit, %start ], [ %l, %next ]
  %lp.2 = landingpad { ptr, i32 } catch ptr null
  %e.2 = extractvalue { ptr, i32 } %lp.2, 0
  %caught.2 = call ptr @__cxa_begin_catch(ptr %e.2)
  %v.2 = load i64, ptr %caught.2
  call void @out(i64 %v.2)
  call void @__cxa_end_catch()
  br label %loop
loop:
  %h = phi ptr [ %made, %created ], [ %made, %start ], [ %left, %threw ], [ %h.2, %threw.later ], [ %h, %next ]
  %l.0 = phi i64 [ %limit, %created ], [ %limit, %start ], [ %limit, %threw ], [ %l.2, %threw.later ], [ %l, %next ]
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %finished, label %more
more:
  %k = load i64, ptr @first
  %to = load i64, ptr @last
  %empty = icmp eq i64 %k, %to
  %stop = icmp eq i64 %l.0, 0
  %abandon = or i1 %empty, %stop
  br i1 %abandon, label %abandoned, label %next
next:
  %l = sub i64 %l.0, 1
  %k1 = add i64 %k, 1
  store i64 %k1, ptr @first
  %i = and i64 %k, 63
  %at = getelementptr ptr, ptr @queue, i64 %i
  %q = load ptr, ptr %at
  invoke void @llvm.coro.resume(ptr %q) to label %loop unwind label %threw.later
abandoned:
  call void @out(i64 -2)
  br label %destroy
finished:
  %promise = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)
  %result = load i64, ptr %promise
  call void @out(i64 %result)
  br label %destroy
destroy:
  call void @llvm.coro.destroy(ptr %h)
  br label %clear
clear:
  %all = load i64, ptr @last
  store i64 %all, ptr @first
  store ptr null, ptr @current
  store ptr null, ptr @redirect
  %cell = load i64, ptr @cell
  call void @out(i64 %cell)
  ret void
}
`
