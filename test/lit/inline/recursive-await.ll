; A task that awaits itself becomes a recursive function, with the frame on the stack and the handle of nobody in it. Deeper than a limit,
; frames are on the heap and transfer control, as in opt.
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S -coro-elide-max-stack=1000 | FileCheck %s --check-prefix=SMALL
; RUN: corolower %s -S -coro-elide-max-stack=-1 | FileCheck %s --check-prefix=UNLIMITED
; RUN: corolower %s -disable-output -pass-remarks-missed=coro-elide 2>&1 | FileCheck %s --check-prefix=REMARK

; CHECK-LABEL: define internal i64 @sum.direct(i64 %0, i32 %1)
; CHECK:         [[DEEP:%.*]] = icmp uge i32 %1, 512
; CHECK-NEXT:    br i1 [[DEEP]], label %[[OUTER:.*]], label
; CHECK:         [[OUTER]]:
; CHECK-NEXT:    call i64 @sum.outer(i64 %0, i32 %1)
; CHECK:         [[LESS:%.*]] = sub i64 %0, 1
; CHECK-NEXT:    [[DEPTH:%.*]] = add i32 %1, 1
; CHECK-NEXT:    [[R:%.*]] = invoke i64 @sum.direct(i64 [[LESS]], i32 [[DEPTH]])
; CHECK:         add i64 %0, [[R]]
; CHECK-LABEL: define internal i64 @sum.outer(i64 %0, i32 %1)
; CHECK:         @sum.deep(i64 %0)
; CHECK-LABEL: define internal fastcc void @sum.deep.resume(
; CHECK:         musttail call fastcc void
; SMALL:       icmp uge i32 %1, 31
; UNLIMITED:   icmp uge i32 %1, 2147483647
; REMARK:      'sum.inner' not elided in 'sum'
; REMARK-NOT:  'sum' not elided in 'sum'

define ptr @sum(i64 %n) presplitcoroutine personality ptr @personality {
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
  %child = invoke ptr @sum(i64 %less) to label %await unwind label %caught
await:
  store ptr %child, ptr %awaiter
  %save = call token @llvm.coro.save(ptr null)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
    to label %suspend unwind label %thrown
suspend:
  %s1 = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s1, label %end [
    i8 0, label %resumed
    i8 1, label %kill
  ]
resumed:
  %result = getelementptr i8, ptr %child, i64 16
  %r = load i64, ptr %result
  call void @llvm.coro.destroy(ptr %child)
  %total = add i64 %n, %r
  br label %final
thrown:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @llvm.coro.destroy(ptr %child)
  br label %handler
caught:
  %lp2 = landingpad { ptr, i32 } catch ptr null
  br label %handler
handler:
  call void @use(i64 99)
  br label %final
kill:
  call void @llvm.coro.destroy(ptr %child)
  br label %free
final:
  %v = phi i64 [ 0, %body ], [ %total, %resumed ], [ -1, %handler ]
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

define ptr @user(i64 %n) {
  %task = call ptr @sum(i64 %n)
  ret ptr %task
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
declare i32 @personality(...)
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @use(i64) nounwind
