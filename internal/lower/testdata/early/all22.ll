; version 22
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.noop()
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @use(ptr)
declare void @llvm.coro.end(ptr, i1, token)
define ptr @f(ptr noalias %x) presplitcoroutine {
entry:
  %p = alloca i32, align 16
  %id = call token @llvm.coro.id(i32 0, ptr %p, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @use(ptr %p)
  %s = call i8 @llvm.coro.suspend(token none, i1 true)
  %m = call ptr @llvm.coro.free(token none, ptr %h)
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %h
}
define void @g(ptr %h) personality ptr null {
  call void @llvm.coro.resume(ptr %h) #7
  invoke void @llvm.coro.destroy(ptr %h) to label %ok unwind label %lp
ok:
  %d = call i1 @llvm.coro.done(ptr %h)
  %n = call ptr @llvm.coro.noop()
  %q = call ptr @llvm.coro.promise(ptr %h, i32 32, i1 false)
  %q2 = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 true)
  call void @use(ptr %n)
  ret void
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define ptr @g2() {
  %n = call ptr @llvm.coro.noop()
  ret ptr %n
}
attributes #7 = { cold }
