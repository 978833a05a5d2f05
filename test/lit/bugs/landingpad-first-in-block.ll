; Spilled phis of a landing pad: the pad stays the first instruction after the phis of every edge block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine personality ptr @personality {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %wait unwind label %lpad

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  invoke void @may_throw()
          to label %cleanup unwind label %lpad

lpad:
  %x = phi i32 [ 1, %entry ], [ %n, %cont ]
  %lp = landingpad { ptr, i32 }
          catch ptr null
  call void @print(i32 %x)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK: lpad.from.entry:
; CHECK-NEXT: %.lpad = phi i32 [ 1, %PostSpill ]
; CHECK-NEXT: %[[T:[0-9]+]] = landingpad { ptr, i32 }
; CHECK-NEXT:         catch ptr null
; CHECK-NEXT: br label %lpad
; CHECK: lpad:
; CHECK-NEXT: %x = phi i32 [ %.lpad, %lpad.from.entry ], [ %n.reload, %lpad.from.cont ]
; CHECK-NEXT: %lp = phi { ptr, i32 } [ %{{[0-9]+}}, %lpad.from.cont ], [ %[[T]], %lpad.from.entry ]

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: lpad.from.cont:
; CHECK-NEXT: %{{[0-9]+}} = landingpad { ptr, i32 }
; CHECK-NEXT:         catch ptr null
; CHECK-NEXT: %n.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: %n.reload = load i32, ptr %n.reload.addr, align 4
; CHECK-NEXT: br label %lpad

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
