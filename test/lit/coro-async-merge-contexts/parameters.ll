; What the parameters allow and forbid. With balanced-calls, calls of unknown code leave the task's memory as they find it; the runtime's own
; functions about tasks need not. With same-size, nothing is held that is larger than what is asked for.
; RUN: corolower %s -passes='coro-async-merge-contexts<balanced-calls>' -S | FileCheck --check-prefixes=CHECK,CALLS %s
; RUN: corolower %s -passes='coro-async-merge-contexts<same-size>' -S | FileCheck --check-prefixes=CHECK,SAME %s
; RUN: corolower %s -passes='coro-async-merge-contexts<same-size;balanced-calls>' -stats -disable-output 2>&1 | FileCheck --check-prefix=BOTH %s
; RUN: corolower %s -passes='coro-async-merge-contexts<same-size>' -pass-remarks-missed=coro-async -disable-output 2>&1 | FileCheck --check-prefix=MISSED %s
; RUN: not corolower %s -passes='coro-async-merge-contexts<sames>' 2>&1 | FileCheck --check-prefix=WRONG %s
; REQUIRES: corolower

; BOTH: 1 coro-async-merge-contexts - removed calls of the task's allocator
; MISSED: freed and allocated again: 'unknown' is called in between
; MISSED: freed and allocated again: the allocations differ in size
; WRONG: invalid CoroAsyncMergeContextsPass pass parameter 'sames'

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>

; CHECK-LABEL: define void @call(
; CALLS:         call swiftcc ptr @swift_task_alloc(i64 32)
; CALLS-NEXT:    call void @unknown()
; CALLS-NEXT:    call void %p()
; CALLS-NEXT:    call swiftcc void @swift_task_dealloc
; SAME:          call swiftcc ptr @swift_task_alloc(i64 32)
; SAME:          call swiftcc ptr @swift_task_alloc(i64 32)
define void @call(ptr swiftasync %ctx, ptr %p) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void @unknown()
  call void %p()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; CHECK-LABEL: define void @runtime(
; CHECK:         call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc
; CHECK:         call void @swift_task_addCancellationHandler()
; CHECK:         call swiftcc ptr @swift_task_alloc(i64 32)
define void @runtime(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void @swift_task_addCancellationHandler()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; CHECK-LABEL: define void @sizes(
; CALLS:         call swiftcc ptr @swift_task_alloc(i64 48)
; CALLS-NEXT:    call swiftcc void @swift_task_dealloc
; SAME:          call swiftcc ptr @swift_task_alloc(i64 32)
; SAME:          call swiftcc ptr @swift_task_alloc(i64 48)
define void @sizes(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 48)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare void @swift_task_addCancellationHandler()
declare void @unknown()
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
