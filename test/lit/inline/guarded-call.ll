; A coroutine awaits the task that a virtual function creates. The code from the call to the last use of the task is copied for each function that tables
; have at the place that the call reads. In a copy, the frame is elided, and the await removed. What calls another function runs the original.
; REQUIRES: corolower
; RUN: corolower %s -S -verify-each | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -disable-output -pass-remarks=coro-elide 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -disable-output -stats 2>&1 | FileCheck %s --check-prefix=STATS

; CHECK-LABEL: define internal fastcc void @twice.resume(
; CHECK:         [[LEAF:%.*]] = icmp eq ptr %f, @leaf
; CHECK:         [[PAIR:%.*]] = icmp eq ptr %f, @pair
; CHECK:         br i1 [[LEAF]], label %[[A:.*]], label %[[NEXT:.*]]
; CHECK:       {{^}}[[NEXT]]:
; CHECK:         br i1 [[PAIR]], label %[[B:.*]], label %[[OLD:.*]]
; CHECK:       {{^}}[[A]]:
; CHECK-NOT:     call
; CHECK:         mul i64 %{{.*}}, 3
; CHECK:       {{^}}[[B]]:
; CHECK-NOT:     call
; CHECK:         mul i64 %{{.*}}, 2
; CHECK:       {{^}}[[OLD]]:
; CHECK:         call ptr %f(i64
; CHECK:       }
; REMARK: a call in 'twice' compared with 'leaf', whose frame is elided there
; REMARK: a call in 'twice' compared with 'pair', whose frame is elided there
; REMARK-NOT: compared
; STATS: 2 inline {{ *}}- functions that calls are compared with

@first = constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @first, ptr @plain, ptr @leaf] }
@second = constant [3 x ptr] [ptr null, ptr @plain, ptr @pair]
@third = constant [3 x ptr] [ptr null, ptr @other.place, ptr @plain]
@variable = global [2 x ptr] [ptr @plain, ptr @other.table]

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

define ptr @pair(i64 %n) presplitcoroutine {
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
  %v = mul i64 %n, 2
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

define ptr @other.place(i64 %n) presplitcoroutine {
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
  %v = mul i64 %n, 5
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

define ptr @other.table(i64 %n) presplitcoroutine {
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
  %v = mul i64 %n, 7
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

define ptr @plain(i64 %n) {
  ret ptr null
}

define ptr @twice(i64 %n, ptr %obj) presplitcoroutine {
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
  %vtable = load ptr, ptr %obj
  %slot = getelementptr inbounds ptr, ptr %vtable, i64 1
  %f = load ptr, ptr %slot
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
