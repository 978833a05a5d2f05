; llvm.coro.async.context.alloc takes as much of the task's memory as the callee's async function pointer tells, and .dealloc gives it back.
; RUN: corolower %s -passes=coro-early -S | FileCheck %s
; RUN: corolower %s -passes=coro-early -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM leaves the calls, and its code generator stops at them

%afp = type <{ i32, i32 }>
@gTu = external global %afp
; CHECK-LABEL: define ptr @f(
; CHECK-NEXT:    %[[AT:.*]] = getelementptr inbounds <{ i32, i32 }>, ptr %a, i32 0, i32 1
; CHECK-NEXT:    %[[Z:.*]] = load i32, ptr %[[AT]], align 1
; CHECK-NEXT:    %[[W:.*]] = zext i32 %[[Z]] to i64
; CHECK-NEXT:    %p = call swiftcc ptr @swift_task_alloc(i64 %[[W]])
; CHECK-NEXT:    %[[AT:.*]] = getelementptr inbounds %afp, ptr @gTu, i32 0, i32 1
; CHECK-NEXT:    %[[Z:.*]] = load i32, ptr %[[AT]], align 1
; CHECK-NEXT:    %[[W:.*]] = zext i32 %[[Z]] to i64
; CHECK-NEXT:    %q = call swiftcc ptr @swift_task_alloc(i64 %[[W]])
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %q)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %p)
; CHECK-NEXT:    ret ptr %p
define ptr @f(ptr %t, ptr %a) {
  %p = call ptr @llvm.coro.async.context.alloc(ptr %t, ptr %a)
  %q = call ptr @llvm.coro.async.context.alloc(ptr %t, ptr @gTu)
  call void @llvm.coro.async.context.dealloc(ptr %q)
  call void @llvm.coro.async.context.dealloc(ptr %p)
  ret ptr %p
}
declare ptr @llvm.coro.async.context.alloc(ptr, ptr)
declare void @llvm.coro.async.context.dealloc(ptr)
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
