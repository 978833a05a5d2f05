; A step that passes variable arguments stays a function: the arguments are in its local memory.
; REQUIRES: corolower
; RUN: corolower %s --emit=ptx | FileCheck %s
; DIFFERS-FROM-LLVM: llc writes a transfer as a call, which takes stack for each.

; CHECK:      walker_$_resume_$_step(
; CHECK:        .local .align 8 .b8 [[DEPOT:__local_depot[0-9]+]][16];
; CHECK:        st.local.b32 {{.}}[[DEPOT]]],
; CHECK:      .func _$_corodispatch(
; CHECK-NOT:    depot
; CHECK:        call.uni (retval0), walker_$_resume_$_step, (param0);

target triple = "nvptx64-nvidia-cuda"
@next = internal global ptr null
@fmt = internal constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define internal void @walker(ptr %count) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop

loop:
  %save = call token @llvm.coro.save(ptr %h)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %h, ptr @await)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %ret [
    i8 0, label %resumed
    i8 1, label %gone
  ]

resumed:
  %n = load i32, ptr %count
  %m = add i32 %n, 1
  store i32 %m, ptr %count
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %m, i64 7)
  br label %loop

gone:
  call void @free(ptr %mem)
  br label %ret

ret:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void
}

define internal ptr @await(ptr %awaiter, ptr %h) {
  %to = load ptr, ptr @next
  store ptr %h, ptr @next
  ret ptr %to
}

define ptx_kernel void @run(ptr %count) {
  call void @walker(ptr %count)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
