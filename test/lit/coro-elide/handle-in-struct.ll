; clang for nvptx64 returns a handle by value, as a struct in a struct, and stores it as one: the handle is followed all the same.
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -S | opt-22 -passes=verify -disable-output

; REMARK: remark: <unknown>:0:0: 'count' elided in 'twice' (frame_size=24, align=8)

%handle = type { %base }
%base = type { ptr }
%task = type { %handle }

define %handle @from_address(ptr %address) {
entry:
  %h = alloca %handle, align 8
  store ptr %address, ptr %h, align 8
  %value = load %handle, ptr %h, align 8
  ret %handle %value
}

define void @resume(ptr %this) {
entry:
  %address = load ptr, ptr %this, align 8
  call void @llvm.coro.resume(ptr %address)
  ret void
}

define %task @count(i32 %n) presplitcoroutine {
entry:
  %task = alloca %task, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %frame = call ptr @llvm.coro.begin(token %id, ptr %at)
  %made = call %handle @from_address(ptr %frame)
  %slot = getelementptr inbounds %task, ptr %task, i32 0, i32 0
  %base = extractvalue %handle %made, 0
  store %base %base, ptr %slot, align 8
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %next, %resumed ]
  call void @print(i32 %i)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add i32 %i, 1
  br label %loop

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %frame, i1 false, token none)
  %result = load %task, ptr %task, align 8
  ret %task %result
}

; CHECK-LABEL: define void @twice(
; CHECK-NOT:     @malloc
; CHECK:         ret void
define void @twice(i32 %n) {
entry:
  %task = alloca %task, align 8
  %made = call %task @count(i32 %n)
  %slot = getelementptr inbounds %task, ptr %task, i32 0, i32 0
  %handle = extractvalue %task %made, 0
  store %handle %handle, ptr %slot, align 8
  call void @resume(ptr %task)
  call void @resume(ptr %task)
  %address = load ptr, ptr %task, align 8
  call void @llvm.coro.destroy(ptr %address)
  ret void
}

declare void @print(i32) nounwind
declare ptr @malloc(i64) nounwind
declare void @free(ptr) nounwind
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
