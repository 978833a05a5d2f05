; llvm.coro.dead of LLVM 23 says where a frame's lifetime ends. So a coroutine that ends whenever it is resumed is elided although
; other code has had its handle.
; RUN: corolower %s -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: grep -v 'coro.dead' %s | corolower -S | FileCheck %s --check-prefix=WITHOUT
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: the installed LLVM is older.

define ptr @once() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @once, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resumed
                              i8 1, label %cleanup ]
resumed:
  call void @print(i32 1)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  call void @llvm.coro.dead(ptr %hdl)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The first resume leads to the second suspend, or to the end.
define ptr @twice() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @twice, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin
alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %exit [ i8 0, label %first
                               i8 1, label %cleanup ]
first:
  call void @print(i32 1)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %exit [ i8 0, label %second
                               i8 1, label %cleanup ]
second:
  call void @print(i32 2)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  call void @llvm.coro.dead(ptr %hdl)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define void @ends(
; CHECK: alloca [24 x i8]
; CHECK-NOT: call ptr @malloc
; CHECK: ret void
; WITHOUT-LABEL: define void @ends(
; WITHOUT: call ptr @once
define void @ends() {
  %h = call ptr @once()
  call void @use(ptr %h) nounwind
  call void @llvm.coro.resume(ptr %h)
  ret void
}

; CHECK-LABEL: define void @ends_in_a_loop(
; CHECK: alloca [24 x i8]
; CHECK-NOT: call ptr @malloc
; CHECK: ret void
define void @ends_in_a_loop(i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %h = call ptr @once()
  call void @use(ptr %h) nounwind
  call void @llvm.coro.resume(ptr %h)
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; It may still be suspended when the function returns.
; CHECK-LABEL: define void @may_wait(
; CHECK: call ptr @twice
define void @may_wait() {
  %h = call ptr @twice()
  call void @use(ptr %h) nounwind
  call void @llvm.coro.resume(ptr %h)
  ret void
}

; One of two paths does not resume it.
; CHECK-LABEL: define void @one_path(
; CHECK: call ptr @once
define void @one_path(i1 %c) {
  %h = call ptr @once()
  call void @use(ptr %h) nounwind
  br i1 %c, label %then, label %done
then:
  call void @llvm.coro.resume(ptr %h)
  br label %done
done:
  ret void
}

; The callee may throw past the end.
; CHECK-LABEL: define void @may_throw(
; CHECK: call ptr @once
define void @may_throw() {
  %h = call ptr @once()
  call void @use(ptr %h)
  call void @llvm.coro.resume(ptr %h)
  ret void
}

; The memory may be looked at after the end, if its operator delete frees nothing.
; CHECK-LABEL: define void @looked_at(
; CHECK: call ptr @once
define void @looked_at() {
  %h = call ptr @once()
  call void @use(ptr %h) nounwind
  call void @llvm.coro.resume(ptr %h)
  call void @use(ptr %h) nounwind
  ret void
}

declare void @use(ptr)
declare void @print(i32) nounwind
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.dead(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
