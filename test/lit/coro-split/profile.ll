; The parts of a coroutine with a profile are entered as often as its suspends are left: 10 coroutines suspend 1000 times in the loop, where 5
; are destroyed, and 5 end at the final suspend. Nobody knows whether destroy or cleanup runs, so both have the whole count.
; REQUIRES: corolower
; RUN: corolower %s -S -verify-each -passes='cgscc(coro-split)' | FileCheck %s
; RUN: corolower %s -S -verify-each -passes='cgscc(coro-split)' | opt-22 -passes=verify -disable-output
; RUN: corolower %s -S -verify-each -passes='default<O2>' | FileCheck %s --check-prefix=O2

declare void @work(i64)
declare ptr @malloc(i64)
declare void @free(ptr)

; CHECK: define ptr @f(i64 %n) !prof [[RAMP:![0-9]+]]
; CHECK: br i1 %c, {{.*}}, !prof [[LOOP:![0-9]+]]
; CHECK: define ptr @endless() !prof [[RAMP]]
; CHECK: define internal fastcc void @f.resume({{.*}} !prof [[RESUME:![0-9]+]]
; CHECK: switch i2 %index
; CHECK: ], !prof [[RESUMED:![0-9]+]]
; CHECK: switch i8
; CHECK-NOT: ], !prof
; CHECK: define internal fastcc void @f.destroy({{.*}} !prof [[DESTROY:![0-9]+]]
; CHECK: br i1 {{.*}}, label %resume.2, label %Switch, !prof [[FINAL:![0-9]+]]
; CHECK: switch i2 %index
; CHECK: ], !prof [[DESTROYED:![0-9]+]]
; CHECK: define internal fastcc void @f.cleanup({{.*}} !prof
; CHECK: define internal fastcc void @endless.resume({{.*}} !prof
; CHECK: define internal fastcc void @endless.destroy({{[^!]*}} {
; CHECK-DAG: [[RAMP]] = !{!"function_entry_count", i64 10}
; CHECK-DAG: [[LOOP]] = !{!"branch_weights", i32 990, i32 5}
; CHECK-DAG: [[RESUME]] = !{!"function_entry_count", i64 1000}
; CHECK-DAG: [[RESUMED]] = !{!"branch_weights", i32 0, i32 995, i32 5}
; CHECK-DAG: [[DESTROY]] = !{!"function_entry_count", i64 10}
; CHECK-DAG: [[FINAL]] = !{!"branch_weights", i32 5, i32 5}
; CHECK-DAG: [[DESTROYED]] = !{!"branch_weights", i32 0, i32 5, i32 0}
; O2: define internal fastcc void @f.resume({{.*}} !prof [[RESUME:![0-9]+]]
; O2: define internal fastcc void @f.destroy({{.*}} !prof [[DESTROY:![0-9]+]]
; O2-DAG: [[RESUME]] = !{!"function_entry_count", i64 1000}
; O2-DAG: [[DESTROY]] = !{!"function_entry_count", i64 10}
define ptr @f(i64 %n) presplitcoroutine !prof !0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %resumed ]
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %return [ i8 0, label %resumed
                                 i8 1, label %clean ], !prof !1
resumed:
  %j = add i64 %i, 1
  call void @work(i64 %j)
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %rare, !prof !2
rare:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %return [ i8 0, label %done
                                 i8 1, label %clean ], !prof !3
done:
  call void @work(i64 0)
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %return [ i8 0, label %never
                                 i8 1, label %clean ]
never:
  unreachable
clean:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %return
return:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Suspends without weights are left by resuming. How often the coroutine is destroyed is unknown.
define ptr @endless() presplitcoroutine !prof !0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  call void @work(i64 1)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %return [ i8 0, label %loop
                                i8 1, label %clean ]
clean:
  %m = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %m)
  br label %return
return:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
!0 = !{!"function_entry_count", i64 10}
!1 = !{!"branch_weights", i32 0, i32 995, i32 5}
!2 = !{!"branch_weights", i32 990, i32 5}
!3 = !{!"branch_weights", i32 0, i32 5, i32 0}
