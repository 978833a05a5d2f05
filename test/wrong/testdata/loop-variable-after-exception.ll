; An exception leaves a loop by a plain call; the destroy at the suspend needs the value that the loop's variable had there.
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
declare void @print64(i64)
declare void @maythrow(i32)
declare i32 @trycall(ptr, ptr)
declare void @done_report() nounwind
declare i32 @__gxx_personality_v0(...)
define ptr @co(i64 %a, i64 %b) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %al, label %bg
al:
  %size = call i64 @llvm.coro.size.i64()
  %m0 = call ptr @ro_alloc(i64 %size)
  br label %bg
bg:
  %m = phi ptr [ null, %entry ], [ %m0, %al ]
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  br label %loop
loop:
  %n = phi i64 [ %a, %bg ], [ %next, %go ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %kill1 ]
go:
  %odd = and i64 %n, 1
  %c = icmp eq i64 %odd, 0
  %inc = add i64 %n, %b
  %next = add i64 %inc, 100
  %n32 = trunc i64 %n to i32
  call void @maythrow(i32 %n32)
  br label %loop
kill1:
  call void @print64(i64 %n)
  br label %cl
cl:
  %f = call ptr @llvm.coro.free(token %id, ptr %h)
  %nz = icmp ne ptr %f, null
  br i1 %nz, label %fr, label %sus
fr:
  call void @ro_free(ptr %f)
  br label %sus
sus:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @res(ptr %h) noinline {
  call void @llvm.coro.resume(ptr %h)
  ret void
}
define i32 @main() {
  %h = call ptr @co(i64 4, i64 1)
  %r = call i32 @trycall(ptr @res, ptr %h)
  %r2 = call i32 @trycall(ptr @res, ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  call void @done_report()
  ret i32 0
}
