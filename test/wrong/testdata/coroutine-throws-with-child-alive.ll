; An exception leaves a coroutine by a plain call while its child, which others know, is suspended; then the coroutine is destroyed.
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
declare void @thrower(i32)
declare i32 @trycall(ptr, ptr)
declare void @done_report() nounwind
define ptr @co(i32 %n) presplitcoroutine {
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
  br label %loop
loop:
  %i = phi i32 [ %n, %bg ], [ %i1, %go ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  call void @print(i32 %i)
  %i1 = add i32 %i, 1
  br label %loop
cl:
  call void @print(i32 -1)
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
@G = global ptr null
define ptr @parent(i32 %n) presplitcoroutine {
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
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  %ch = call ptr @co(i32 %n)
  store ptr %ch, ptr @G
  call void @thrower(i32 8)
  call void @llvm.coro.destroy(ptr %ch)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @res(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
define ptr @mkp() noinline optnone {
  %h = call ptr @parent(i32 5)
  ret ptr %h
}
define i32 @main() {
  %h = call ptr @mkp()
  %r = call i32 @trycall(ptr @res, ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  %c = load ptr, ptr @G
  call void @llvm.coro.resume(ptr %c)
  call void @llvm.coro.destroy(ptr %c)
  call void @done_report()
  ret i32 0
}
