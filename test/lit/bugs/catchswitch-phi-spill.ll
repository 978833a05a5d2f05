; A phi in a catchswitch block leaves no place for its store: an empty cleanuppad takes it, and the catchswitch goes to a block of its own.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f() presplitcoroutine personality ptr @__CxxFrameHandler3 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  invoke void @may_throw()
          to label %next unwind label %dispatch

next:
  invoke void @may_throw()
          to label %cleanup unwind label %dispatch

dispatch:
  %val = phi i32 [ 2, %entry ], [ 1, %next ]
  %sw = catchswitch within none [label %catch] unwind to caller

catch:
  %pad = catchpad within %sw [ptr null, i32 64, ptr null]
  catchret from %pad to label %wait

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %val)
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

; CHECK-LABEL: define ptr @f()
; CHECK: %val = phi i32 [ %{{.dispatch[0-9]*}}, %dispatch.from.entry ], [ %{{.dispatch[0-9]*}}, %dispatch.from.next ]
; CHECK-NEXT: %[[T:[0-9]+]] = cleanuppad within none []
; CHECK-NEXT: %val.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %val, ptr %val.spill.addr, align 4
; CHECK-NEXT: cleanupret from %[[T]] unwind label %{{[0-9]+}}
; CHECK:  catchswitch within none [label %catch] unwind to caller

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
declare i32 @__CxxFrameHandler3(...)
