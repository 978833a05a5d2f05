; An address goes out through llvm.masked.store, and the object is written behind a suspend.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print64(i64)
declare void @done_report() nounwind
declare void @llvm.masked.store.v2p0.p0(<2 x ptr>, ptr, i32 immarg, <2 x i1>)
@K = global [2 x ptr] zeroinitializer
define i64 @mk(i64 %x) noinline {
  %y = mul i64 %x, 7
  ret i64 %y
}
define void @poke(i32 %v) noinline {
  %p = load ptr, ptr @K
  store i32 %v, ptr %p
  ret void
}
define ptr @co(i32 %n) presplitcoroutine {
entry:
  %A = alloca i64
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  store i64 11, ptr %A
  %v0 = insertelement <2 x ptr> zeroinitializer, ptr %A, i32 0
  call void @llvm.masked.store.v2p0.p0(<2 x ptr> %v0, ptr @K, i32 8, <2 x i1> <i1 true, i1 true>)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  %a = load i64, ptr %A
  call void @print64(i64 %a)
  %r = call i64 @mk(i64 3)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %go2
                             i8 1, label %cl ]
go2:
  call void @print64(i64 %r)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define i32 @main() {
  %h = call ptr @co(i32 5)
  call void @poke(i32 12)
  call void @llvm.coro.resume(ptr %h)
  call void @poke(i32 13)
  call void @llvm.coro.resume(ptr %h)
  call void @done_report()
  ret i32 0
}
