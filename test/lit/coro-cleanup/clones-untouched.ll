; Clones hold no intrinsics for coro-cleanup and keep the shape the split gave them.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @tick()
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK-NEXT: entry.resume:
; CHECK-NEXT: br label %resume.entry
; CHECK: resume.entry:
; CHECK-NEXT: br label %resume.0
; CHECK: resume.0:
; CHECK-NEXT: br label %resume.0.landing
; CHECK: resume.0.landing:
; CHECK-NEXT: br label %AfterCoroSuspend
; CHECK: AfterCoroSuspend:
; CHECK-NEXT: switch i8 0, label %suspend [
; CHECK-NEXT:   i8 0, label %cont
; CHECK-NEXT:   i8 1, label %cleanup
; CHECK-NEXT: ]
; CHECK: cont:
; CHECK-NEXT: call void @tick()
; CHECK-NEXT: br label %cleanup
; CHECK: cleanup:
; CHECK-NEXT: call void @free(ptr %hdl)
; CHECK-NEXT: br label %suspend
; CHECK: suspend:
; CHECK-NEXT: br label %CoroEnd
; CHECK: CoroEnd:
; CHECK-NEXT: ret void

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @tick()
