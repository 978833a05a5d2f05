; Memory that is given back and not kept for who takes memory next: what is not known is harmful, and is told.
; RUN: corolower %s -passes=coro-async-merge-contexts -pass-remarks-missed=coro-async -pass-remarks-output=%t.yaml -S 2>%t | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s < %t
; RUN: FileCheck --check-prefix=YAML %s < %t.yaml
; RUN: corolower %s -passes=coro-async-merge-contexts -stats -disable-output 2>&1 | FileCheck --check-prefix=STATS %s
; REQUIRES: corolower

; YAML-NOT: !Passed
; STATS: 0 coro-async-merge-contexts - blocks of memory
; STATS: 0 coro-async-merge-contexts - removed calls of the task's allocator

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@gTu = external global <{ i32, i32 }>
@weakTu = extern_weak global <{ i32, i32 }>
@tlsTu = external thread_local global <{ i32, i32 }>
@writtenTu = external global <{ i32, i32 }>
@otherTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>

; REMARK: task memory is freed and allocated again: 'unknown' is called in between, and may allocate or free task memory, or not return
; CHECK-LABEL: define void @call(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @call(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void @unknown()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: unknown code is called in between, and may allocate or free task memory, or not return
; CHECK-LABEL: define void @through_pointer(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @through_pointer(ptr swiftasync %ctx, ptr %p) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void %p()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: 'reads' is called in between, and may allocate or free task memory, or not return
; CHECK-LABEL: define void @throws(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @throws(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %v = call i64 @reads()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: unknown code is called in between, and may allocate or free task memory, or not return
; CHECK-LABEL: define void @assembly(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @assembly(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void asm sideeffect "nop", ""()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: 'swift_asyncLet_begin' is called in between, and may allocate or free task memory, or not return
; CHECK-LABEL: define void @begins_async_let(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @begins_async_let(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  call swiftcc void @swift_asyncLet_begin(ptr %ctx)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the coroutine suspends in between
; CHECK-LABEL: define void @suspends(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @suspends(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %r = call ptr @llvm.coro.async.resume()
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @parent, ptr @hand, ptr %ctx)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the coroutine can end in between
; CHECK-LABEL: define void @ends(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @ends(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %go, label %end
go:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
end:
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %ctx, i1 false)
  unreachable
}

; REMARK: task memory is freed and allocated again: the coroutine can end in between
; CHECK-LABEL: define void @returns(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @returns(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %go, label %end
go:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
end:
  ret void
}

; REMARK: task memory is freed and allocated again: on a path from the start of the coroutine nothing was freed
; CHECK-LABEL: define void @begins(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @begins(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  br i1 %x, label %first, label %second
first:
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br label %second
second:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: on a path from the start of the coroutine nothing was freed
; CHECK-LABEL: define void @loop(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
define void @loop(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  br label %loop
loop:
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %loop, label %out
out:
  ret void
}

; Nobody takes memory behind it: nothing to tell.
; CHECK-LABEL: define void @behind_loop(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
define void @behind_loop(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  br label %loop
loop:
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  br i1 %x, label %loop, label %out
out:
  call swiftcc void @swift_task_dealloc(ptr %a)
  ret void
}

; REMARK: task memory is freed and allocated again: other memory is allocated in between and not freed
; CHECK-LABEL: define void @taken(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %h = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @taken(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %take, label %on
take:
  %h = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @keep(ptr %h)
  br label %on
on:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: memory that was allocated earlier is freed in between
; CHECK-LABEL: define void @given(
; CHECK:         %h = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %h)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %h)
define void @given(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call swiftcc ptr @swift_task_alloc(i64 32)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %early, label %late
early:
  call swiftcc void @swift_task_dealloc(ptr %h)
  ret void
late:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %h)
  ret void
}

; REMARK: task memory is freed and allocated again: memory is freed in between, and its allocation is unknown
; CHECK-LABEL: define void @given_unknown(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %h)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @given_unknown(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %h = load ptr, ptr %ctx
  call swiftcc void @swift_task_dealloc(ptr %h)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @computed(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %n)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @computed(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 %n)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the allocations differ in size, and one is larger than 1024 bytes
; CHECK-LABEL: define void @large(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 1025)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @large(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 1025)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @may_be_missing(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %w)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @may_be_missing(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %z = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @weakTu, i32 0, i32 1), align 4
  %w = zext i32 %z to i64
  %b = call swiftcc ptr @swift_task_alloc(i64 %w)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @of_thread(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %w)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @of_thread(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %z = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @tlsTu, i32 0, i32 1), align 4
  %w = zext i32 %z to i64
  %b = call swiftcc ptr @swift_task_alloc(i64 %w)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @written(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %w)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @written(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %z = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @writtenTu, i32 0, i32 1), align 4
  %w = zext i32 %z to i64
  %b = call swiftcc ptr @swift_task_alloc(i64 %w)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @no_pointer(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %w)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @no_pointer(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %z = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @otherTu, i32 0, i32 1), align 4
  %w = zext i32 %z to i64
  %b = call swiftcc ptr @swift_task_alloc(i64 %w)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the code just before one allocation computes its size
; CHECK-LABEL: define void @volatile(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 %w)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @volatile(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %z = load volatile i32, ptr getelementptr (<{ i32, i32 }>, ptr @gTu, i32 0, i32 1), align 4
  %w = zext i32 %z to i64
  %b = call swiftcc ptr @swift_task_alloc(i64 %w)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the allocations differ in allocator or alignment
; CHECK-LABEL: define void @otherwise(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc align 64 ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @otherwise(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc align 64 ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; REMARK: task memory is freed and allocated again: the memory is marked as invariant
; CHECK-LABEL: define void @unchanging(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %b)
define void @unchanging(ptr swiftasync %ctx, i1 %x, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %a)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; In a function that is no such coroutine nothing is looked for.
; CHECK-LABEL: define void @plain(
; CHECK-COUNT-2: call swiftcc ptr @swift_task_alloc(i64 32)
define void @plain() {
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}
define void @writes() {
  store i32 5, ptr getelementptr (<{ i32, i32 }>, ptr @writtenTu, i32 0, i32 1)
  ret void
}
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare swiftcc void @swift_asyncLet_begin(ptr)
declare void @use(ptr)
declare void @keep(ptr)
declare void @unknown()
declare i64 @reads() memory(read)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare ptr @parent(ptr)
declare void @hand(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.async.resume()
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)
declare void @llvm.coro.end.async(ptr, i1, ...)

; Unknown code in a loop between the two.
; REMARK: task memory is freed and allocated again: 'unknown' is called in between
; CHECK-LABEL: define void @in_a_loop(
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %b = call swiftcc ptr @swift_task_alloc(i64 32)
define void @in_a_loop(ptr swiftasync %ctx, i1 %x) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br label %loop
loop:
  br i1 %x, label %round, label %out
round:
  call void @unknown()
  br label %loop
out:
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}
