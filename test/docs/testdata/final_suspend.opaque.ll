; The coroutine prints three numbers and stops at its final suspend; main resumes it until it is done.
; EXPECT: 4 5 6
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need.alloc = call i1 @llvm.coro.alloc(token %id)
  br i1 %need.alloc, label %dyn.alloc, label %coro.begin

dyn.alloc:
  %size = call i32 @llvm.coro.size.i32()
  %alloc = call ptr @malloc(i32 %size)
  br label %coro.begin

coro.begin:
  %mem = phi ptr [ null, %entry ], [ %alloc, %dyn.alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
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
  %dead = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %must.free = icmp ne ptr %dead, null
  br i1 %must.free, label %dyn.free, label %suspend

dyn.free:
  call void @free(ptr %dead)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
entry:
  %hdl = call ptr @f(i32 4)
  br label %loop

loop:
  %done = call i1 @llvm.coro.done(ptr %hdl)
  br i1 %done, label %end, label %more

more:
  call void @llvm.coro.resume(ptr %hdl)
  br label %loop

end:
  call void @llvm.coro.destroy(ptr %hdl)
  ret i32 0
}

@.fmt = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1

define void @print(i32 %n) {
  %1 = call i32 (ptr, ...) @printf(ptr @.fmt, i32 %n)
  ret void
}

declare i32 @printf(ptr, ...)
declare ptr @malloc(i32)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
