; The same generator with an allocation that a caller may avoid: coro.alloc asks whether memory is needed, coro.free whether there is any to free.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @count_from(i32 %start) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %wanted = call i1 @llvm.coro.alloc(token %id)
  br i1 %wanted, label %allocate, label %ready

allocate:
  %bytes = call i64 @llvm.coro.size.i64()
  %heap = call ptr @malloc(i64 %bytes)
  br label %ready

ready:
  %space = phi ptr [ null, %entry ], [ %heap, %allocate ]
  %hdl = call noalias ptr @llvm.coro.begin(token %id, ptr %space)
  br label %loop

loop:
  %value = phi i32 [ %start, %ready ], [ %next, %advance ]
  call void @print(i32 %value)
  %state = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %state, label %leave [
    i8 0, label %advance
    i8 1, label %release
  ]

advance:
  %next = add nsw i32 %value, 1
  br label %loop

release:
  %block = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %owned = icmp ne ptr %block, null
  br i1 %owned, label %give.back, label %leave

give.back:
  call void @free(ptr %block)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @count_from(i32 %start)
; CHECK-NEXT: entry:
; CHECK-NEXT: %heap = call ptr @malloc(i64 24)
; CHECK: %{{[0-9]+}} = select i1 true, ptr @count_from.destroy, ptr @count_from.cleanup
; CHECK: ret ptr %heap

; CHECK-LABEL: define internal fastcc void @count_from.destroy(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %owned = icmp ne ptr %hdl, null
; CHECK: call void @free(ptr %hdl)

; CHECK-LABEL: define internal fastcc void @count_from.cleanup(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: %owned = icmp ne ptr null, null

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
