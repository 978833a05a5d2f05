; The coroutine prints three numbers and stops at its final suspend; main resumes it until it is done.
; EXPECT: 4 5 6
define i8* @f(i32 %n) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %need.alloc = call i1 @llvm.coro.alloc(token %id)
  br i1 %need.alloc, label %dyn.alloc, label %coro.begin

dyn.alloc:
  %size = call i32 @llvm.coro.size.i32()
  %alloc = call i8* @malloc(i32 %size)
  br label %coro.begin

coro.begin:
  %mem = phi i8* [ null, %entry ], [ %alloc, %dyn.alloc ]
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  br label %loop

loop:
  %n.val = phi i32 [ %n, %coro.begin ], [ %inc, %resume ]
  call void @print(i32 %n.val)
  %inc = add nsw i32 %n.val, 1
  %last = icmp sgt i32 %inc, 6
  br i1 %last, label %finish, label %yield

yield:
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  br label %loop

finish:
  %end.state = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %end.state, label %suspend [
    i8 0, label %trap
    i8 1, label %cleanup
  ]

trap:
  unreachable

cleanup:
  %dead = call i8* @llvm.coro.free(token %id, i8* %hdl)
  %must.free = icmp ne i8* %dead, null
  br i1 %must.free, label %dyn.free, label %suspend

dyn.free:
  call void @free(i8* %dead)
  br label %suspend

suspend:
  %unused = call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

define i32 @main() {
entry:
  %hdl = call i8* @f(i32 4)
  br label %loop

loop:
  %done = call i1 @llvm.coro.done(i8* %hdl)
  br i1 %done, label %end, label %more

more:
  call void @llvm.coro.resume(i8* %hdl)
  br label %loop

end:
  call void @llvm.coro.destroy(i8* %hdl)
  ret i32 0
}

@.fmt = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1

define void @print(i32 %n) {
  %1 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.fmt, i64 0, i64 0), i32 %n)
  ret void
}

declare i32 @printf(i8*, ...)
declare i8* @malloc(i32)
declare void @free(i8*)
declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i1 @llvm.coro.alloc(token)
declare i32 @llvm.coro.size.i32()
declare i8* @llvm.coro.begin(token, i8*)
declare token @llvm.coro.save(i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i8* @llvm.coro.free(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
declare i1 @llvm.coro.done(i8*)
declare i8* @llvm.coro.promise(i8*, i32, i1)
