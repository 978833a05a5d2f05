; The coroutine runs off its end and frees its frame; then an exception leaves @user.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @thrower(i32)
declare i32 @trycall(ptr, ptr)
declare void @done_report() nounwind
; suspends once, then runs off its end and frees its frame
define ptr @co(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %al, label %bg
al:
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size)
  br label %bg
bg:
  %mem = phi ptr [ null, %entry ], [ %m, %al ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  call void @print(i32 %n)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  %nf = icmp ne ptr %f, null
  br i1 %nf, label %fr, label %sus
fr:
  call void @free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @user(ptr %x) noinline {
  %h = call ptr @co(i32 5)
  call void @llvm.coro.resume(ptr %h)      ; runs to its end and frees its frame
  call void @thrower(i32 7)                ; leaves: there is nothing left to destroy
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
define i32 @main() {
  %r = call i32 @trycall(ptr @user, ptr null)
  call void @print(i32 %r)
  call void @done_report()
  ret i32 0
}
