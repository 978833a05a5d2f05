; A jump by an indirect call leaves @user with the frame alive.
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
declare i32 @jcall(ptr, ptr)
declare void @jump(i32) noreturn nounwind
declare void @scribble() nounwind
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
@jumper = global ptr @jump
define void @user(ptr %x) noinline {
  %h = call ptr @co(i32 5)
  store ptr %h, ptr @G
  %c = icmp eq ptr %x, null
  br i1 %c, label %j, label %d
j:
  %fn = load volatile ptr, ptr @jumper
  call void %fn(i32 3)
  unreachable
d:
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
define i32 @main() {
  %r = call i32 @jcall(ptr @user, ptr null)
  call void @scribble()
  %h = load ptr, ptr @G
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @done_report()
  ret i32 0
}
