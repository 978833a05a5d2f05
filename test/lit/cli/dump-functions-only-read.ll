; Dumps in the default pipeline: a function that a unit only reads, here @make through which @main sees the coroutine, belongs to another.
; RUN: corolower %s -print-after-all -o %t 2>&1 | grep "^; [*]" | FileCheck %s
; RUN: corolower %s -print-before-all -print-module-scope -o %t 2>&1 | grep "^; [*]" | FileCheck %s
; RUN: corolower %s -print-changed=quiet -disable-output
; RUN: corolower %s -print-after-all -filter-print-funcs=main -disable-output
; RUN: corolower %s -o - | diff - %t

; CHECK:     *** IR Dump {{After|Before}} CoroEarlyPass
; CHECK:     *** IR Dump {{After|Before}} CoroCleanupPass

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  br label %loop
loop:
  %val = phi i32 [ %n, %begin ], [ %inc, %loop ]
  %inc = add i32 %val, 1
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]
cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %suspend
release:
  call void @free(ptr %memory)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @make(ptr %out, i32 %n) {
  %hdl = call ptr @f(i32 %n)
  store ptr %hdl, ptr %out
  ret void
}

define void @drop(ptr %self) {
  %hdl = load ptr, ptr %self
  %some = icmp ne ptr %hdl, null
  br i1 %some, label %drop, label %done
drop:
  call void @llvm.coro.destroy(ptr %hdl)
  br label %done
done:
  ret void
}

define i32 @main() {
  %task = alloca ptr
  call void @make(ptr %task, i32 4)
  call void @drop(ptr %task)
  ret i32 0
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
