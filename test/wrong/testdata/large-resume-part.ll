; The body stores its handle in a global, behind more branches than are followed path by path; an exception leaves @user.
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare void @print(i32)
declare void @thrower(i32)
declare i32 @trycall(ptr, ptr)
declare void @scribble() nounwind
declare void @done_report() nounwind
declare i32 @__gxx_personality_v0(...)

@V = global i32 0
@G = global ptr null
define ptr @co(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
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
  switch i8 %s, label %sus [ i8 0, label %b0
                             i8 1, label %cl ]
; BRANCHES
b700:
  store ptr %h, ptr @G
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %sus [ i8 0, label %go2
                             i8 1, label %cl ]
go2:
  call void @print(i32 %n)
  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s3, label %sus [ i8 0, label %cl
                             i8 1, label %cl ]
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
declare ptr @malloc(i64)
declare void @free(ptr)
define void @user(ptr %x) noinline {
  %h = call ptr @co(i32 5)
  call void @llvm.coro.resume(ptr %h)
  call void @thrower(i32 4)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
define i32 @main() {
  %r = call i32 @trycall(ptr @user, ptr null)
  call void @scribble()
  %h = load ptr, ptr @G
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @done_report()
  ret i32 0
}
