; An exception leaves a loop by an unwinding coro.end; the destroy at the final suspend needs the value of the loop's variable.
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
  %n = phi i64 [ %a, %bg ], [ %next, %back ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %sus [ i8 0, label %go
                             i8 1, label %cl ]
go:
  %end = icmp ugt i64 %n, 1000
  br i1 %end, label %fin, label %more
more:
  %inc = add i64 %n, %b
  %next = add i64 %inc, 100
  %n32 = trunc i64 %n to i32
  invoke void @maythrow(i32 %n32) to label %back unwind label %lp
back:
  br label %loop
lp:
  %e = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %e
fin:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %sus [ i8 0, label %tr
                             i8 1, label %killf ]
tr:
  unreachable
killf:
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
