; Task memory is freed in the order in which it was taken.
; EXPECT: 14:3 task-memory-order "task memory is freed here while memory that was taken later is held"
target datalayout = "e-m:o-i64:64-i128:128-n32:64-S128"
target triple = "arm64-apple-macosx15.0"

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>

define swifttailcc void @f(ptr swiftasync %ctx) presplitcoroutine {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %b)
  %u = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}

declare void @use(ptr)
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
