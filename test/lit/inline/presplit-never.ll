; A coroutine that was not split is never inlined, whatever its call says.
; RUN: corolower %s -passes='cgscc(inline)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(inline)' -pass-remarks-missed=inline -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

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
  %inc = add nsw i32 %val, 1
  call void @print(i32 %val)
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

define void @g() {
  %hdl = call ptr @f(i32 4)
  call void @llvm.coro.destroy(ptr %hdl)
  ret void
}

; CHECK-LABEL: define void @g(
; CHECK-NEXT:    %hdl = call ptr @f(i32 4)

; REMARK: remark: <unknown>:0:0: 'f' not inlined into 'g' because it should never be inlined (cost=never): unsplited coroutine call

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @llvm.coro.destroy(ptr)
