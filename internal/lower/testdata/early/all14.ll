; version 14
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i8* @llvm.coro.free(token, i8*)
declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
declare i1 @llvm.coro.done(i8*)
declare i8* @llvm.coro.noop()
declare i8* @llvm.coro.promise(i8*, i32, i1)
declare void @use(i8*)
declare i1 @llvm.coro.end(i8*, i1)
define i8* @f(i8* noalias %x) "coroutine.presplit"="0" {
entry:
  %p = alloca i32, align 16
  %pc = bitcast i32* %p to i8*
  %id = call token @llvm.coro.id(i32 0, i8* %pc, i8* null, i8* null)
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  call void @use(i8* %pc)
  %s = call i8 @llvm.coro.suspend(token none, i1 true)
  %m = call i8* @llvm.coro.free(token none, i8* %h)
  call i1 @llvm.coro.end(i8* null, i1 false)
  ret i8* %h
}
define void @g(i8* %h) personality i8* null {
  call void @llvm.coro.resume(i8* %h) #7
  invoke void @llvm.coro.destroy(i8* %h) to label %ok unwind label %lp
ok:
  %d = call i1 @llvm.coro.done(i8* %h)
  %n = call i8* @llvm.coro.noop()
  %q = call i8* @llvm.coro.promise(i8* %h, i32 32, i1 false)
  %q2 = call i8* @llvm.coro.promise(i8* %h, i32 4, i1 true)
  call void @use(i8* %n)
  ret void
lp:
  %l = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %l
}
define i8* @g2() {
  %n = call i8* @llvm.coro.noop()
  ret i8* %n
}
attributes #7 = { cold }
