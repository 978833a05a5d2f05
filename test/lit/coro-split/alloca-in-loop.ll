; A loop that allocates objects of constant size, whose addresses it keeps across a suspend, needs several at a time. Each is allocated like the frame.
; If no address is kept, a marker ends the object's lifetime in each round, or the alloca runs once between two loops, one place in the frame is enough. The same is so if the allocator is unknown.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<dynamic-allocas>),coro-cleanup' -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -S -o /dev/null -pass-remarks-missed=coro-split 2>&1 | FileCheck %s --check-prefix=REMARK
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM gives all objects of the loop one place in the frame.

; REMARK: an object that a loop allocates lives across a suspend: 'kept' allocates it with 'get'
; REMARK: an object that a loop allocates lives across a suspend: 'open' allocates it with 'get'
; REMARK-NOT: an object

; CHECK-LABEL: define ptr @kept(
; CHECK: %dynamic.node = call ptr @get(i64 %dynamic.bytes)
; CHECK: %x = getelementptr inbounds i8, ptr %dynamic.node, i64 8
; CHECK: store ptr %x, ptr @list
; CHECK-LABEL: define ptr @used(
; CHECK-NOT: dynamic
; CHECK-LABEL: define ptr @marked(
; CHECK-NOT: dynamic
; CHECK-LABEL: define ptr @open(
; CHECK: %dynamic.node = call ptr @get(i64 %dynamic.bytes)
; CHECK-LABEL: define ptr @once(
; CHECK-NOT: dynamic
; CHECK-LABEL: define ptr @unknown(
; CHECK-NOT: dynamic
; CHECK-LABEL: define internal fastcc void @kept.resume(
; CHECK: loop:
; CHECK: %dynamic.bytes = add i64 %0, 8
; CHECK: %dynamic.node = call ptr @get(i64 %dynamic.bytes)
; CHECK: store ptr %x, ptr @list

@list = global ptr null

define ptr @kept(i1 %more) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %x = alloca i64, align 8
  store ptr %x, ptr @list
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  br i1 %more, label %loop, label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @used(i1 %more) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %x = alloca i64, align 8
  call void @use(ptr captures(none) %x)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @use(ptr captures(none) %x)
  br i1 %more, label %loop, label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @marked(i1 %more) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %x = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr %x)
  store ptr %x, ptr @list
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @llvm.lifetime.end.p0(ptr %x)
  br i1 %more, label %loop, label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @open(i1 %more, i1 %end) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %x = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr %x)
  store ptr %x, ptr @list
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  br i1 %end, label %over, label %next
over:
  call void @llvm.lifetime.end.p0(ptr %x)
  br label %next
next:
  br i1 %more, label %loop, label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @once(i1 %more) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %before
before:
  br i1 %more, label %before, label %between
between:
  %x = alloca i64, align 8
  store ptr %x, ptr @list
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  br i1 %more, label %loop, label %cleanup
cleanup:
  %f = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %f)
  br label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @unknown(i1 %more, ptr %mem) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop
loop:
  %x = alloca i64, align 8
  store ptr %x, ptr @list
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %exit ]
go:
  br i1 %more, label %loop, label %exit
exit:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare ptr @get(i64)
declare void @put(ptr)
declare void @use(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
