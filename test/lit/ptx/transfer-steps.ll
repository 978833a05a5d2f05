; The loop that runs symmetric transfers has the steps of the coroutines in it. A part that is resumed from outside enters the loop with its own frame.
; REQUIRES: corolower
; RUN: corolower %s --emit=ptx | FileCheck %s
; DIFFERS-FROM-LLVM: llc writes a transfer as a call, which takes stack for each.

; CHECK:      .pragma "coroutine";
; CHECK-NEXT: .func walker_$_resume(
; CHECK:        call.uni _$_corodispatch, (param0);
; CHECK:      .func _$_corodispatch(
; CHECK-NEXT:   .param
; CHECK-NEXT: )
; CHECK-NEXT: {
; CHECK:        mov.b64 %rd{{[0-9]+}}, walker_$_resume;
; CHECK:      // %step
; CHECK-NOT:    call.uni
; CHECK:        add.s32 %r{{[0-9]+}}, %r{{[0-9]+}}, 1;
; CHECK:        mov.b64 [[HANDLE:%rd[0-9]+]], %rd{{[0-9]+}};
; CHECK-NEXT:   bra.uni
; CHECK:        mov.b64 %rd{{[0-9]+}}, [[HANDLE]];
; CHECK:      // %other

target triple = "nvptx64-nvidia-cuda"

@next = internal global ptr null

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
