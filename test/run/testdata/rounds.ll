; Rounds of a loop in which a coroutine suspends write to an array of which no life is marked, and what is behind the loop reads it. A second one each
; round fills for itself.
; PRINTS: 6 12
; LLVM: it does not see that rounds of a loop are on both sides of the suspend in it, and keeps the array on the stack
define ptr @f() presplitcoroutine {
entry:
  %seen = alloca [3 x i64]
  %own = alloca [2 x i64]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %n)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %go ]
  %sum = phi i64 [ 0, %entry ], [ %sum2, %go ]
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %go
    i8 1, label %destroy
  ]
go:
  %j = add i64 %i, 1
  %at = getelementptr [3 x i64], ptr %seen, i64 0, i64 %i
  store i64 %j, ptr %at
  store i64 %j, ptr %own
  %own1 = getelementptr i64, ptr %own, i64 1
  store i64 %j, ptr %own1
  %a = load i64, ptr %own
  %b = load i64, ptr %own1
  %ab = add i64 %a, %b
  %sum2 = add i64 %sum, %ab
  %end = icmp eq i64 %j, 3
  br i1 %end, label %out, label %loop
out:
  %p1 = getelementptr [3 x i64], ptr %seen, i64 0, i64 1
  %p2 = getelementptr [3 x i64], ptr %seen, i64 0, i64 2
  %x = load i64, ptr %seen
  %y = load i64, ptr %p1
  %z = load i64, ptr %p2
  %xy = add i64 %x, %y
  %xyz = add i64 %xy, %z
  call void @show(i64 %xyz)
  call void @show(i64 %sum2)
  br label %destroy
destroy:
  %gone = call ptr @llvm.coro.free(token %id, ptr %h)
  call void @free(ptr %gone)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define void @other() noinline {
  %x = alloca [64 x i64]
  store volatile i64 77, ptr %x
  call void @llvm.memset.p0.i64(ptr %x, i8 77, i64 512, i1 true)
  ret void
}
define i32 @main() {
  %h = call ptr @f()
  call void @llvm.coro.resume(ptr %h)
  call void @other()
  call void @llvm.coro.resume(ptr %h)
  call void @other()
  call void @llvm.coro.resume(ptr %h)
  ret i32 0
}
define void @show(i64 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i64 %v)
  ret void
}
@number = constant [6 x i8] c"%lld \00"
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
