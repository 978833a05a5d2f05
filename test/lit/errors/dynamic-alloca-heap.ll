; Objects of variable size that live across a suspend, and cannot be allocated like the frame. Each error says why and where.
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWER
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM gives no reason.

; LOWER: dynamic-alloca-heap.ll:[[#]]:8: error: Coroutines cannot handle non static allocas yet
; LOWER: dynamic-alloca-heap.ll:[[#]]:10: note: it cannot be allocated like the frame: this call for the frame's memory is indirect

; CHECK: [[#@LINE+7]]:8: error: Coroutines cannot handle non static allocas yet
; CHECK: [[#@LINE+4]]:10: note: it cannot be allocated like the frame: this call for the frame's memory is indirect
define ptr @indirect(i32 %n, ptr %get) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr %get(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
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
declare ptr @malloc(i64)
declare ptr @get(i64, ptr)
declare void @free(ptr)
declare void @use(ptr)

; CHECK: note: it cannot be allocated like the frame: no call allocates the frame, but the coroutine gets its memory
define ptr @given(i32 %n, ptr %mem) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An argument that only the ramp knows.
; CHECK: note: it cannot be allocated like the frame: argument 2 of this call for the frame's memory is not known where the object is allocated or freed
define ptr @argument(i32 %n, ptr %where) presplitcoroutine {
  %arena = load ptr, ptr %where
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; An argument that points to memory of the caller, which may be gone after the suspend.
; CHECK: note: it cannot be allocated like the frame: argument 2 of this call for the frame's memory is not known where the object is allocated or freed
define ptr @reference(i32 %n, ptr %arena) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 %size, ptr %arena)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The allocator gets a number.
; CHECK: note: it cannot be allocated like the frame: the frame's size is not an argument of this call, but part of a computation
define ptr @header(i32 %n) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @get(i64 40, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; One of the paths to the end frees nothing.
; CHECK: note: it cannot be allocated like the frame: control may reach this exit without llvm.coro.free
define ptr @leak(i32 %n) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %exit
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; CHECK: note: it cannot be allocated like the frame: this stack pointer may come from elsewhere than llvm.stacksave
define ptr @pointer(i32 %n, ptr %sp) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %a = alloca i8, i32 %n, align 1
  call void @use(ptr %a)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %go
                              i8 1, label %cleanup ]
go:
  call void @llvm.stackrestore.p0(ptr %sp)
  br label %cleanup
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}
