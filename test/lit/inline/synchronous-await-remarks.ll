; Remarks say which awaits of tasks are removed, and why the others stay, and how often they run.
; REQUIRES: corolower
; RUN: corolower %s -disable-output -pass-remarks=coro-elide 2>&1 | FileCheck %s --check-prefix=PASSED
; RUN: corolower %s -disable-output -pass-remarks-missed=coro-elide 2>&1 | FileCheck %s --check-prefix=MISSED
; RUN: corolower %s -disable-output -pass-remarks-output=%t.yaml -pass-remarks-with-hotness
; RUN: FileCheck %s --check-prefix=YAML < %t.yaml

; PASSED:     remark: <unknown>:0:0: the await of 'child' in 'parent' is removed: it never suspends
; PASSED-NOT: the await of

; MISSED-NOT: the await of
; MISSED:     remark: <unknown>:0:0: the await of 'loud' in 'calls' stays: 'loud' calls 'use', which may throw
; MISSED-NOT: the await of

; YAML:      Name: {{ *}}CoroAwait
; YAML-NEXT: Function: {{ *}}parent
; YAML-NEXT: Hotness: {{ *}}700
; YAML:      --- !Missed
; YAML-NEXT: Pass: {{ *}}coro-elide
; YAML-NEXT: Name: {{ *}}CoroAwait
; YAML-NEXT: Function: {{ *}}calls
; YAML:        - reason: {{ *}}'calls ''use'', which may throw'

define ptr @child(ptr %n) presplitcoroutine personality ptr @personality {
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
  %v = load i64, ptr %n
  %v1 = add i64 %v, 1
  store i64 %v1, ptr %n
  store i64 %v1, ptr %promise
  br label %final
final:
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

define ptr @parent(ptr %n) presplitcoroutine personality ptr @personality !prof !0 {
entry:
  %promise = alloca { i64, ptr }
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %child = call ptr @child(ptr %n)
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown
suspend:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %done
    i8 1, label %kill
  ]
thrown:
  %lp = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.destroy(ptr %child)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp
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

define ptr @loud(ptr %n) presplitcoroutine personality ptr @personality {
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
  %v = load i64, ptr %n
  %v1 = add i64 %v, 1
  store i64 %v1, ptr %n
  store i64 %v1, ptr %promise
  call void @use(i64 %v1)
  br label %final
final:
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

define ptr @calls(ptr %n) presplitcoroutine personality ptr @personality {
entry:
  %promise = alloca { i64, ptr }
  %awaiter = alloca ptr
  %id = call token @llvm.coro.id(i32 16, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %end [
    i8 0, label %body
    i8 1, label %free
  ]
body:
  %child = call ptr @loud(ptr %n)
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown
suspend:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %done
    i8 1, label %kill
  ]
thrown:
  %lp = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.destroy(ptr %child)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp
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
declare i32 @personality(...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i64)

!0 = !{!"function_entry_count", i64 700}
