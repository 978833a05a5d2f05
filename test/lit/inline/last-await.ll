; A recursive await that ends its task needs no level of the stack: it is a musttail call with the same depth.
; Targets without such calls count it.
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S -mtriple=powerpc64le-unknown-linux-gnu | FileCheck %s --check-prefix=CALL

; CHECK-LABEL: define internal i64 @sum.direct(i64 %0, i32 %1)
; CHECK:         [[LESS:%.*]] = sub i64 %0, 1
; CHECK-NEXT:    [[R:%.*]] = musttail call i64 @sum.direct(i64 [[LESS]], i32 %1)
; CHECK-NEXT:    ret i64 [[R]]
; CALL:          [[LESS:%.*]] = sub i64 %0, 1
; CALL-NEXT:     [[DEPTH:%.*]] = add i32 %1, 1
; CALL-NEXT:     call i64 @sum.direct(i64 [[LESS]], i32 [[DEPTH]])

define ptr @sum(i64 %n) nounwind presplitcoroutine {
entry:
  %promise = alloca { i64, ptr }
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %heap, label %begin
heap:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %at = phi ptr [ null, %entry ], [ %mem, %heap ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %final, label %more
more:
  %less = sub i64 %n, 1
  %child = call ptr @sum(i64 %less)
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %resumed
    i8 1, label %kill
  ]
resumed:
  %result = getelementptr i8, ptr %child, i64 16
  %r = load i64, ptr %result
  call void @llvm.coro.destroy(ptr %child)
  br label %final
kill:
  call void @llvm.coro.destroy(ptr %child)
  br label %free
final:
  %v = phi i64 [ 0, %body ], [ %r, %resumed ]
  store i64 %v, ptr %promise
  %fsave = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %hdl, ptr @hand.back)
  %s2 = call i8 @llvm.coro.suspend(token %fsave, i1 true)
  switch i8 %s2, label %end [
    i8 0, label %free
    i8 1, label %free
  ]
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %heaped = icmp ne ptr %old, null
  br i1 %heaped, label %release, label %end
release:
  call void @free(ptr %old)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @hand.back(ptr %awaiter, ptr %hdl) nounwind {
  %at = getelementptr i8, ptr %hdl, i64 24
  %waiting = load ptr, ptr %at
  ret ptr %waiting
}

define ptr @wrapper(ptr %awaiter, ptr %hdl) nounwind {
  %child = load ptr, ptr %awaiter
  %at = getelementptr i8, ptr %child, i64 24
  store ptr %hdl, ptr %at
  ret ptr %child
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
