; The body stores its handle in an object of its own frame and gives the object to an outside list; an exception leaves @user, and the list resumes.
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
declare void @maythrow(i32)
declare i32 @trycall(ptr, ptr)
declare void @scribble() nounwind
declare void @done_report() nounwind
declare i32 @__gxx_personality_v0(...)
@P = global ptr null
define ptr @co(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %pr = alloca i32
  %aw = alloca {ptr, i64}
  %id = call token @llvm.coro.id(i32 0, ptr %pr, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %al, label %bg
al:
  %size = call i64 @llvm.coro.size.i64()
  %m = call ptr @malloc(i64 %size)
  br label %bg
bg:
  %mem = phi ptr [ null, %entry ], [ %m, %al ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  store i32 %n, ptr %pr
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  ; an awaiter: it holds the handle, and its own address goes into an outside list
  store ptr %h, ptr %aw
  %link = getelementptr i8, ptr %aw, i64 8
  store i64 1, ptr %link
  call void @keep(ptr %aw)
  %sx = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %sx, label %sus [ i8 0, label %go2
                              i8 1, label %cl ]
go2:
  %vv = load i32, ptr %pr
  call void @print(i32 %vv)
  invoke void @maythrow(i32 2) to label %fin unwind label %lp
lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
fin:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %sus [ i8 0, label %tr
                             i8 1, label %cl ]
tr:
  unreachable
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
declare void @keep(ptr)
declare ptr @kept()
define void @user(ptr %x) noinline {
  %h = call ptr @co(i32 5)
  call void @llvm.coro.resume(ptr %h)
  call void @thrower(i32 3)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}
define i32 @main() {
  %r = call i32 @trycall(ptr @user, ptr null)
  call void @scribble()
  %p = call ptr @kept()
  %h = load ptr, ptr %p
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @done_report()
  ret i32 0
}
