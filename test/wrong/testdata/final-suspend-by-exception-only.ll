; Nothing but an exception leads to the final suspend, which shows when constants are folded, and in another coroutine when a function that
; never returns is inlined. Destroyed behind the exception, each ends once. Clang destroys such coroutines twice from -O1 on.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print64(i64)
declare void @thrower(i32)
declare i32 @trycall(ptr, ptr)
declare i32 @__gxx_personality_v0(...)
define ptr @folded(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @print64(i64 1)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %kill ]
kill:
  call void @print64(i64 2)
  br label %cl
go:
  %p = select i1 false, ptr %m, ptr null
  %more = icmp eq ptr %p, null
  br i1 %more, label %on, label %fin
on:
  invoke void @thrower(i32 %n) to label %never unwind label %lp
never:
  unreachable
lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
fin:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %sus [ i8 0, label %never
                              i8 1, label %cl ]
cl:
  call void @print64(i64 3)
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define internal void @again(i32 %n) alwaysinline {
  call void @thrower(i32 %n) noreturn
  unreachable
}
define ptr @inlined(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @print64(i64 11)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %kill ]
kill:
  call void @print64(i64 12)
  br label %cl
go:
  invoke void @again(i32 %n) to label %fin unwind label %lp
lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
fin:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %sus [ i8 0, label %never
                              i8 1, label %cl ]
never:
  unreachable
cl:
  call void @print64(i64 13)
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @res(ptr %h) noinline {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
define i32 @main() {
  %h = call ptr @folded(i32 5)
  %r = call i32 @trycall(ptr @res, ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  %i = call ptr @inlined(i32 7)
  %q = call i32 @trycall(ptr @res, ptr %i)
  call void @llvm.coro.destroy(ptr %i)
  ret i32 0
}
