; An awaiter of which nobody keeps the address needs no place in the frame: await_suspend has it while the coroutine's function still runs. One that
; is kept, or read behind the suspend, has one.
; RUN: corolower %s -passes='coro-early,coro-cgscc(coro-captures,coro-split<reuse-storage>),coro-cleanup' | FileCheck %s
; RUN: corolower %s -passes='coro-early,coro-cgscc(coro-split<reuse-storage>),coro-cleanup' | FileCheck %s --check-prefix=WITHOUT
; RUN: corolower %s -passes='coro-early,coro-cgscc(coro-captures,coro-split<reuse-storage>),coro-cleanup' | lli-22 - | FileCheck %s --check-prefix=PRINTS

; CHECK: %f.Frame = type { ptr, ptr, i32, i32, i1 }
; WITHOUT: %f.Frame = type { ptr, ptr, [4 x i32], i32, i32, i1 }
; PRINTS:      40
; PRINTS-NEXT: 40
; PRINTS-NEXT: 40
; PRINTS-NEXT: 2
; PRINTS-NOT: {{.}}

@format = private constant [4 x i8] c"%d\0A\00"
@handle = global ptr null

define void @await(ptr %awaiter, ptr %handle) {
  store ptr %handle, ptr @handle
  %v = load i32, ptr %awaiter
  call i32 (ptr, ...) @printf(ptr @format, i32 %v)
  ret void
}

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %x = alloca [4 x i32]
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %resumed ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %wait, label %cleanup

wait:
  call void @llvm.lifetime.start.p0(ptr %x)
  store i32 40, ptr %x
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %x, ptr %hdl, ptr @await)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %destroyed
  ]

resumed:
  call void @llvm.lifetime.end.p0(ptr %x)
  %next = add i32 %i, 1
  br label %loop

destroyed:
  call void @llvm.lifetime.end.p0(ptr %x)
  call i32 (ptr, ...) @printf(ptr @format, i32 %i)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
  %h = call ptr @f(i32 4)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret i32 0
}

declare i32 @printf(ptr, ...)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
