; @user waits until another thread sets a flag by unordered loads, and returns with the frame alive.
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
declare void @spawn(ptr) nounwind
define void @user(ptr %x) noinline {
  %flag = alloca i32
  %h = call ptr @co(i32 5)
  store ptr %h, ptr @G
  call void @spawn(ptr %flag)               ; another thread sets it later
  store atomic i32 0, ptr %flag monotonic, align 4
  br label %spin
spin:
  %v = load atomic volatile i32, ptr %flag unordered, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %spin, label %out
out:
  ret void
}
define i32 @main() {
  call void @user(ptr null)
  call void @scribble()
  %h = load ptr, ptr @G
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @done_report()
  ret i32 0
}
