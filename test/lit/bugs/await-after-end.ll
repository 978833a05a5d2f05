; A frame that nothing known frees is followed after its end. The wrapper of await_suspend is called
; while the frame is alive and after its end, and what was found for one call must not serve the other.
; RUN: corolower %s -passes='default<O2>' -verify-each -S | FileCheck %s
; RUN: corolower %s -passes='default<O2>' -verify-each -S | opt-22 -passes=verify -disable-output

define internal ptr @task() presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %fresh = call ptr @take(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %fresh, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %save = call token @llvm.coro.save(ptr %hdl)
  invoke void @work()
          to label %wait unwind label %pad

wait:
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

pad:
  %exception = landingpad { ptr, i32 }
          catch ptr null
  br label %cleanup

cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @recycle(ptr %free)
  br label %out

out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @user()
; CHECK: call void @keep(ptr {{.*}}, i64 8)
define ptr @user() presplitcoroutine {
entry:
  %awaiter = alloca { ptr, i64 }, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %fresh = call ptr @take(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %fresh, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %task = call ptr @task()
  %save = call token @llvm.coro.save(ptr %hdl)
  store ptr %hdl, ptr %awaiter
  %second = getelementptr i8, ptr %awaiter, i64 8
  store i64 0, ptr %second
  %waits = call i1 @llvm.coro.await.suspend.bool(ptr %awaiter, ptr %hdl, ptr @await_suspend)
  br i1 %waits, label %wait, label %cleanup

wait:
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %out [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %free = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @recycle(ptr %free)
  br label %out

out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define internal i1 @await_suspend(ptr %awaiter, ptr %hdl) {
entry:
  call void @keep(ptr %awaiter, i64 8)
  %answer = call i1 @ask()
  ret i1 %answer
}

declare void @work()
declare void @keep(ptr, i64) nounwind
declare i1 @ask() nounwind
declare ptr @take(i64) nounwind
declare void @recycle(ptr) nounwind
declare i32 @__gxx_personality_v0(...)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.await.suspend.bool(ptr, ptr, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
