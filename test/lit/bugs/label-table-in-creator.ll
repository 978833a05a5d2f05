; A function that creates a coroutine is worked on as a copy. A table of its labels, made for a computed goto, names the copy's blocks then,
; by the names they have in the end; also where inlining splits them.
; RUN: corolower %s -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t

; CHECK: @table = internal constant [3 x ptr] [ptr blockaddress(@run, %entry.resume.i), ptr blockaddress(@run, %entry.cleanup.i), ptr inttoptr (i32 1 to ptr)]
@table = internal constant [3 x ptr] [ptr blockaddress(@run, %6), ptr blockaddress(@run, %7), ptr blockaddress(@run, %8)]

define ptr @count() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %place = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %place)
  br label %loop
loop:
  %i = phi i32 [ 0, %begin ], [ %next, %resumed ]
  call void @print(i32 %i)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]
resumed:
  %next = add i32 %i, 1
  br label %loop
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  %any = icmp ne ptr %frame, null
  br i1 %any, label %release, label %suspend
release:
  call void @free(ptr %frame)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

; CHECK-LABEL: define void @run(
; CHECK-NOT:     call ptr @count(
; CHECK:         indirectbr ptr %{{.*}}, [label %entry.resume.i, label %entry.cleanup.i]
; CHECK:       entry.resume.i:
; CHECK:         call void @print(i32 %
; CHECK:       entry.cleanup.i:
define void @run(ptr %code) {
  %1 = call ptr @count()
  br label %2
2:
  %3 = phi ptr [ %code, %0 ], [ %4, %6 ]
  %4 = getelementptr i8, ptr %3, i64 8
  %5 = load ptr, ptr %3
  indirectbr ptr %5, [label %6, label %7]
6:
  call void @llvm.coro.resume(ptr %1)
  br label %2
7:
  call void @llvm.coro.destroy(ptr %1)
  ret void
8:
  unreachable
}

declare void @print(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
