; Symmetric transfer on a GPU, where no call is a jump: a part returns whom control goes to, and a loop goes there. The loop knows every
; coroutine of the file that transfers, those that do not name each other too.
; DIFFERS-FROM-LLVM: opt prints musttail there
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | corolower -passes=coro-cleanup -S | FileCheck %s
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -o /dev/null
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s --check-prefix=JUMP

target triple = "nvptx64-nvidia-cuda"

@next = internal global ptr null

; CHECK-LABEL: define internal fastcc void @ping.resume(ptr {{.*}}%0)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call fastcc void @.corodispatch(ptr %0)
; CHECK-NEXT:    ret void

; CHECK-LABEL: define internal fastcc ptr @ping.resume.step(
; CHECK:         %[[PONG:.*]] = call ptr @await(ptr
; CHECK-NEXT:    ret ptr %[[PONG]]

; CHECK-LABEL: define internal fastcc void @ping.destroy(
; CHECK-NOT:     musttail

; JUMP-LABEL: define internal fastcc void @ping.resume(
; JUMP:         musttail call fastcc void
; JUMP-NOT:   corodispatch
define ptr @ping() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop

loop:
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %handle, ptr @await)
  %action = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

; CHECK-LABEL: define internal fastcc ptr @pong.resume.step(
; A suspend without a transfer: nobody goes on.
; CHECK:         ret ptr null
define ptr @pong() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop

loop:
  %action1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action1, label %suspend [
    i8 0, label %again
    i8 1, label %cleanup
  ]

again:
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %handle, ptr @await)
  %action = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

; A coroutine that hands control to nobody has no step, and is not asked for one.
; CHECK-LABEL: define internal fastcc void @quiet.resume(
; CHECK-NOT:     corodispatch
define ptr @quiet() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define internal ptr @await(ptr %awaiter, ptr %handle) nounwind {
entry:
  %to = load ptr, ptr @next, align 8
  store ptr %handle, ptr @next, align 8
  ret ptr %to
}

; CHECK-LABEL: define internal fastcc void @.corodispatch(ptr %0)
; CHECK:       loop:
; CHECK-NEXT:    %handle = phi ptr [ %0, %entry ], [ %[[PING:.*]], %step ], [ %[[PONG:.*]], %[[STEP:.*]] ]
; CHECK-NEXT:    %nobody = icmp eq ptr %handle, null
; CHECK-NEXT:    br i1 %nobody, label %done, label %look
; CHECK:       look:
; CHECK-NEXT:    %resume = load ptr, ptr %handle, align 8
; CHECK:         icmp eq ptr %resume, @ping.resume
; CHECK:         %[[PING]] = call fastcc ptr @ping.resume.step(ptr %handle)
; CHECK-NEXT:    br label %loop
; CHECK:         icmp eq ptr %resume, @pong.resume
; CHECK:       [[STEP]]:
; CHECK-NEXT:    %[[PONG]] = call fastcc ptr @pong.resume.step(ptr %handle)
; CHECK-NEXT:    br label %loop
; CHECK:       {{other[0-9]*}}:
; CHECK-NEXT:    call fastcc void %resume(ptr %handle)
; CHECK-NEXT:    br label %done

declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
