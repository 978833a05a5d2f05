; An operation that finishes in the meantime, between save and suspend, may resume the coroutine already: here it does so for every even number.
; EXPECT: 1 102 2 103 3
@at = global i32 0, align 4

define i8* @f() "coroutine.presplit"="0" {
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
  call void @print(i32 1)
  %save1 = call token @llvm.coro.save(i8* %hdl)
  call void @start(i8* %hdl, i32 2)
  %state1 = call i8 @llvm.coro.suspend(token %save1, i1 false)
  switch i8 %state1, label %suspend [
    i8 0, label %resume1
    i8 1, label %cleanup
  ]

resume1:
  call void @print(i32 2)
  %save2 = call token @llvm.coro.save(i8* %hdl)
  call void @start(i8* %hdl, i32 3)
  %state2 = call i8 @llvm.coro.suspend(token %save2, i1 false)
  switch i8 %state2, label %suspend [
    i8 0, label %resume2
    i8 1, label %cleanup
  ]

resume2:
  call void @print(i32 3)
  %state3 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %state3, label %suspend [
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

; The operation: done at once for even numbers, and then the coroutine goes on before the operation's caller does.
define void @start(i8* %hdl, i32 %n) {
  %shown = add i32 %n, 100
  call void @print(i32 %shown)
  %odd = and i32 %n, 1
  %now = icmp eq i32 %odd, 0
  br i1 %now, label %resume, label %later

resume:
  call void @llvm.coro.resume(i8* %hdl)
  ret void

later:
  ret void
}

define i32 @main() {
  %hdl = call i8* @f()
  call void @llvm.coro.resume(i8* %hdl)
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
