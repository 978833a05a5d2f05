; A coroutine that creates another through a pointer is copied for the function that its caller passes. There, the frame of the other coroutine is
; elided, and the await removed. Its address stays that of the original, and a caller that passes an unknown function calls the original.
; REQUIRES: corolower
; RUN: corolower %s -S -verify-each | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -disable-output -pass-remarks=coro-elide 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -disable-output -stats 2>&1 | FileCheck %s --check-prefix=STATS

; CHECK:       @table = constant ptr @twice
; CHECK-LABEL: define internal ptr @twice.with(i64 %n, ptr %f)
; CHECK-LABEL: define void @known(i64 %n)
; CHECK-NEXT:    call ptr @twice.with(i64 %n, ptr @leaf)
; CHECK-LABEL: define void @unknown(i64 %n, ptr %f)
; CHECK-NEXT:    call ptr @twice(i64 %n, ptr %f)
; CHECK-LABEL: define internal fastcc void @twice.resume(
; CHECK:         call ptr %{{.*}}(i64
; CHECK-LABEL: define internal fastcc void @twice.with.resume(
; CHECK-NOT:     @leaf
; CHECK:         [[R:%.*]] = mul i64 %{{.*}}, 3
; CHECK:         call void @use(i64 [[R]])
; CHECK-NOT:     @leaf
; CHECK:       }
; REMARK: 'twice' copied for the functions that 'known' passes, as 'twice.with'
; REMARK-NOT: copied
; STATS: 1 inline {{ *}}- calls of coroutines copied for functions

@table = constant ptr @twice

define ptr @leaf(i64 %n) presplitcoroutine {
entry:
  %promise = alloca { i64, ptr }
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
  %v = mul i64 %n, 3
  store i64 %v, ptr %promise
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @llvm.coro.await.suspend.handle(ptr null, ptr %hdl, ptr @hand.back)
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 true)
  switch i8 %s1, label %end [
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

define ptr @twice(i64 %n, ptr %f) presplitcoroutine {
entry:
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %child = call ptr %f(i64 %n)
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %done
    i8 1, label %kill
  ]
done:
  %result = getelementptr i8, ptr %child, i64 16
  %r = load i64, ptr %result
  call void @llvm.coro.destroy(ptr %child)
  call void @use(i64 %r)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %end [
    i8 0, label %free
    i8 1, label %free
  ]
kill:
  call void @llvm.coro.destroy(ptr %child)
  br label %free
free:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %end
end:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define void @known(i64 %n) {
  %task = call ptr @twice(i64 %n, ptr @leaf)
  call void @keep(ptr %task)
  ret void
}

define void @unknown(i64 %n, ptr %f) {
  %task = call ptr @twice(i64 %n, ptr %f)
  call void @keep(ptr %task)
  ret void
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
declare void @use(i64) nounwind
declare void @keep(ptr)
