; An object of variable size that lives across a suspend is allocated like the frame. Its address is a node of a list, whose
; head is in the frame. llvm.stackrestore frees nodes up to the saved head, and llvm.coro.free is preceded by freeing all.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<dynamic-allocas>),coro-cleanup' -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: corolower %s -S -o /dev/null -pass-remarks-missed=coro-split 2>&1 | FileCheck %s --check-prefix=REMARK
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM refuses such an object.

; REMARK: an object of variable size lives across a suspend: 'f' allocates it with 'get', and frees it, each time it is declared, with a header and padding of at most 32 bytes

; CHECK: %f.Frame = type { ptr, ptr, ptr, ptr, ptr, ptr, i1 }

; CHECK-LABEL: define ptr @f(
; CHECK: store ptr null, ptr %dynamic.allocas.reload.addr
; CHECK: %dynamic.mark = load ptr, ptr %dynamic.allocas.reload.addr
; CHECK: icmp ugt i64 %n, 2305843009213693943
; CHECK: mul i64 %n, 4
; CHECK: %dynamic.node = call ptr @get(i64 %dynamic.bytes, ptr %arena)
; CHECK: icmp eq ptr %dynamic.node, null
; CHECK: %[[LAST:.*]] = load ptr, ptr %dynamic.allocas.reload.addr
; CHECK: store ptr %[[LAST]], ptr %dynamic.node
; CHECK: store ptr %dynamic.node, ptr %dynamic.allocas.reload.addr
; CHECK: %a = getelementptr inbounds i8, ptr %dynamic.node, i64 16
; CHECK: call void @use(ptr %a)

; CHECK-LABEL: define ptr @local(
; CHECK: call ptr @llvm.stacksave.p0()
; CHECK: %a = alloca i32, i64 %n, align 16
; CHECK: call void @llvm.stackrestore.p0(ptr

; CHECK-LABEL: define ptr @both(
; CHECK: store ptr null, ptr %dynamic.allocas,
; CHECK: %a = getelementptr inbounds i8, ptr %dynamic.node{{[0-9]*}}, i64 16
; CHECK: %b = getelementptr inbounds i8, ptr %dynamic.node{{[0-9]*}}, i64 16
; CHECK-NOT: llvm.stack
; CHECK-LABEL: define ptr @stale(
; CHECK: %a = alloca i32, i64 %n, align 16

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: call void @use(ptr %a
; CHECK: %[[NODE:.*]] = load ptr, ptr %dynamic.allocas.reload.addr
; CHECK: icmp eq ptr %[[NODE]], %dynamic.mark.reload
; CHECK: call void @put(ptr %arena.reload{{[0-9]*}}, ptr %[[NODE]])
; CHECK-NOT: stackrestore

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK: dynamic.list:
; CHECK: icmp eq ptr %[[NODE:.*]], null
; CHECK: call void @put(ptr %arena.reload{{[0-9]*}}, ptr %[[NODE]])
; CHECK: call void @put(ptr %arena.reload{{[0-9]*}}, ptr %hdl)

; CHECK-LABEL: define internal fastcc void @f.cleanup(
; CHECK: call void @put(ptr %arena.reload{{[0-9]*}}, ptr %[[NODE:.*]])
; CHECK: call void @put(ptr %arena.reload{{[0-9]*}}, ptr null)

define ptr @f(i64 %n, ptr %arena) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sp = call ptr @llvm.stacksave.p0()
  %a = alloca i32, i64 %n, align 16
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %sp)
  %t = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %t, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %arena, ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The object's scope contains no suspend, so it stays on the stack although its address escapes.
define ptr @local(i64 %n, ptr %arena) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sp = call ptr @llvm.stacksave.p0()
  %a = alloca i32, i64 %n, align 16
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %sp)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %arena, ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An object that dies before the suspend is on the list too, because nothing restores the stack. A stack pointer that was saved before the coroutine
; began frees all.
define ptr @both(i64 %n, ptr %arena) presplitcoroutine {
entry:
  %outer = call ptr @llvm.stacksave.p0()
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i32, i64 %n, align 16
  call void @use(ptr %a)
  %sp = call ptr @llvm.stacksave.p0()
  %b = alloca i32, i64 %n, align 16
  store volatile i32 1, ptr %b
  call void @llvm.stackrestore.p0(ptr %sp)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %outer)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %arena, ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The object dies before the suspend in its scope, so it is on the stack, and the part after the suspend must not restore the ramp's stack.
define ptr @stale(i64 %n, ptr %arena) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %sp = call ptr @llvm.stacksave.p0()
  %a = alloca i32, i64 %n, align 16
  store volatile i32 1, ptr %a
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @llvm.stackrestore.p0(ptr %sp)
  br label %cleanup
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @put(ptr %arena, ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @get(i64, ptr)
declare void @put(ptr, ptr)
declare void @use(ptr)
