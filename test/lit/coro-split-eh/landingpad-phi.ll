; A landing pad with phis: the pad is copied into each new edge block and merged by a phi.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %one unwind label %lpad

one:
  invoke void @may_throw()
          to label %ok unwind label %lpad

lpad:
  %x = phi i32 [ 1, %entry ], [ %n, %one ]
  %lp = landingpad { ptr, i32 }
          cleanup
  call void @print(i32 %x)
  call void @llvm.coro.end(ptr null, i1 true, token none)
  resume { ptr, i32 } %lp

ok:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK:         to label %one unwind label %lpad.from.entry
; CHECK: lpad.from.one:
; CHECK-NEXT: %n.lpad = phi i32 [ %n, %one ]
; CHECK-NEXT: %[[T:[0-9]+]] = landingpad { ptr, i32 }
; CHECK-NEXT:         cleanup
; CHECK-NEXT: br label %lpad
; CHECK: lpad.from.entry:
; CHECK-NEXT: %.lpad = phi i32 [ 1, %PostSpill ]
; CHECK-NEXT: %[[T_1:[0-9]+]] = landingpad { ptr, i32 }
; CHECK-NEXT:         cleanup
; CHECK-NEXT: br label %lpad
; CHECK: lpad:
; CHECK-NEXT: %x = phi i32 [ %.lpad, %lpad.from.entry ], [ %n.lpad, %lpad.from.one ]
; CHECK-NEXT: %lp = phi { ptr, i32 } [ %[[T]], %lpad.from.one ], [ %[[T_1]], %lpad.from.entry ]
; CHECK-NEXT: call void @print(i32 %x)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @may_throw()
declare i32 @personality(...)
