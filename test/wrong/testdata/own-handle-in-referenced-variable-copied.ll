; The same, and the variable is copied.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @ro_alloc(i64)
declare void @ro_free(ptr)
declare void @print(i32)
declare void @scribble() nounwind
declare void @done_report() nounwind
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@G = global ptr null
define void @give(ptr %own) {
  %a = alloca ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %own, i64 8, i1 false)
  %w = load ptr, ptr %a
  store ptr %w, ptr @G
  ret void
}
define ptr @co(ptr %own, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %al, label %bg
al:
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @ro_alloc(i64 %size)
  br label %bg
bg:
  %mem = phi ptr [ null, %entry ], [ %m, %al ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %sus [ i8 0, label %go
                              i8 1, label %cl ]
go:
  call void @give(ptr %own)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %more
                              i8 1, label %cl ]
more:
  call void @print(i32 %n)
  br label %cl
cl:
  call void @print(i32 -1)
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @user() noinline {
  %own = alloca ptr
  store ptr null, ptr %own
  %h = call ptr @co(ptr %own, i32 5)
  store ptr %h, ptr %own
  call void @llvm.coro.resume(ptr %h)
  ret void
}
define i32 @main() {
  call void @user()
  call void @scribble()
  %h = load ptr, ptr @G
  call void @llvm.coro.resume(ptr %h)
  call void @done_report()
  ret i32 0
}
