; An operation that finishes in the meantime, between save and suspend, may resume the coroutine already: here it does so for every even number.
; EXPECT: 1 102 2 103 3
@at = global i32 0, align 4

define ptr @f() presplitcoroutine {
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
  call void @print(i32 1)
  %save1 = call token @llvm.coro.save(ptr %hdl)
  call void @start(ptr %hdl, i32 2)
  %state1 = call i8 @llvm.coro.suspend(token %save1, i1 false)
  switch i8 %state1, label %suspend [
    i8 0, label %resume1
    i8 1, label %cleanup
  ]

resume1:
  call void @print(i32 2)
  %save2 = call token @llvm.coro.save(ptr %hdl)
  call void @start(ptr %hdl, i32 3)
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

; The operation: done at once for even numbers, and then the coroutine goes on before the operation's caller does.
define void @start(ptr %hdl, i32 %n) {
  %shown = add i32 %n, 100
  call void @print(i32 %shown)
  %odd = and i32 %n, 1
  %now = icmp eq i32 %odd, 0
  br i1 %now, label %resume, label %later

resume:
  call void @llvm.coro.resume(ptr %hdl)
  ret void

later:
  ret void
}

define i32 @main() {
  %hdl = call ptr @f()
  call void @llvm.coro.resume(ptr %hdl)
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
