; Shapes of control flow: what is given back on every way is kept for who takes on every way.
; RUN: corolower %s -passes=coro-async-merge-contexts -pass-remarks=coro-async -S 2>%t | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s < %t
; RUN: corolower %s -passes=coro-async-merge-contexts -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@gTu = external global <{ i32, i32 }>, align 8

; Both arms give back, and behind them memory is taken: which block it is depends on the arm.
; REMARK: merged 3 allocations of task memory into 2: removed calls of the allocator: 1, of the deallocator: 2; a block has 96 bytes
; CHECK-LABEL: define void @arms(
; CHECK:       one:
; CHECK-NEXT:    %a = call swiftcc ptr @swift_task_alloc(i64 96)
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    br label %join
; CHECK:       other:
; CHECK-NEXT:    %b = call swiftcc ptr @swift_task_alloc(i64 96)
; CHECK-NEXT:    call void @use(ptr %b)
; CHECK-NEXT:    br label %join
; CHECK:       join:
; CHECK-NEXT:    %[[P:.*]] = phi ptr [ %b, %other ], [ %a, %one ]
; CHECK-NEXT:    call void @use(ptr %[[P]])
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %[[P]])
; CHECK-NEXT:    ret void
define void @arms(ptr swiftasync %ctx, i1 %x) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  br i1 %x, label %one, label %other
one:
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br label %join
other:
  %b = call swiftcc ptr @swift_task_alloc(i64 96)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  br label %join
join:
  %c = call swiftcc ptr @swift_task_alloc(i64 64)
  call void @use(ptr %c)
  call swiftcc void @swift_task_dealloc(ptr %c)
  ret void
}

; In front of arms that take each.
; REMARK: merged 3 allocations of task memory into 1: removed calls of the allocator: 2, of the deallocator: 1; a block has 64 bytes
; CHECK-LABEL: define void @fan(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 64)
; CHECK-NOT:     @swift_task_alloc
; CHECK:       one:
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:       other:
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
define void @fan(ptr swiftasync %ctx, i1 %x) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %x, label %one, label %other
one:
  %b = call swiftcc ptr @swift_task_alloc(i64 64)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
other:
  %c = call swiftcc ptr @swift_task_alloc(i64 64)
  call void @use(ptr %c)
  call swiftcc void @swift_task_dealloc(ptr %c)
  ret void
}

; Rounds of a loop that take twice: the first of each keeps for the second. The second does not keep for the next round, in front of which nothing
; was given back when the loop begins.
; REMARK: merged 2 allocations of task memory into 1
; CHECK-LABEL: define void @loop(
; CHECK:       loop:
; CHECK-NEXT:    %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK-NEXT:    %more = call i1 @more()
define void @loop(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  br label %loop
loop:
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  %more = call i1 @more()
  br i1 %more, label %loop, label %out
out:
  ret void
}

; Within memory that is held.
; REMARK: merged 2 allocations of task memory into 1
; CHECK-LABEL: define void @nested(
; CHECK:         %out = call swiftcc ptr @swift_task_alloc(i64 8)
; CHECK-NEXT:    %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %out)
define void @nested(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %out = call swiftcc ptr @swift_task_alloc(i64 8)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %out)
  ret void
}

; A way out gives back itself; a way that ends in a trap never comes back.
; REMARK: merged 2 allocations of task memory into 1: removed calls of the allocator: 1, of the deallocator: 1
; CHECK-LABEL: define void @out(
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 32)
; CHECK:       bad:
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK-NEXT:    ret void
; CHECK:       good:
; CHECK-NEXT:    br i1 %y, label %next, label %trap
; CHECK:       trap:
; CHECK-NEXT:    call void @llvm.trap()
; CHECK:       next:
; CHECK-NEXT:    %v = call i64 @look()
; CHECK-NEXT:    call void @use(ptr %a)
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %a)
define void @out(ptr swiftasync %ctx, i1 %x, i1 %y) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %a)
  br i1 %x, label %good, label %bad
bad:
  call swiftcc void @swift_task_dealloc(ptr %a)
  ret void
good:
  call swiftcc void @swift_task_dealloc(ptr %a)
  br i1 %y, label %next, label %trap
trap:
  call void @llvm.trap()
  unreachable
next:
  %v = call i64 @look()
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  ret void
}

; A size that is read, a number, and the size of this coroutine: the largest is asked for. Of one value that is computed, the value itself.
; REMARK: merged 2 allocations of task memory into 1: removed calls of the allocator: 1, of the deallocator: 1{{$}}
; REMARK: merged 3 allocations of task memory into 1: {{.*}}; a block has at least 100 bytes
; CHECK-LABEL: define void @sizes(
; CHECK:         %wa = zext i32 %za to i64
; CHECK:         %[[F:.*]] = zext i32 %{{.*}} to i64
; CHECK:         %[[FG:.*]] = select i1 %{{.*}}, i64 %[[F]], i64 %wa
; CHECK:         %[[FULL:.*]] = icmp ugt i64 %[[FG]], 100
; CHECK:         %[[MAX:.*]] = select i1 %[[FULL]], i64 %[[FG]], i64 100
; CHECK:         %a = call swiftcc ptr @swift_task_alloc(i64 %[[MAX]])
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %a)
; CHECK:         %d = call swiftcc ptr @swift_task_alloc(i64 %n)
; CHECK:         call swiftcc void @swift_task_dealloc(ptr %d)
; CHECK-NEXT:    ret void
define void @sizes(ptr swiftasync %ctx, i64 %n) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %za = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @gTu, i32 0, i32 1), align 8
  %wa = zext i32 %za to i64
  %a = call swiftcc ptr @swift_task_alloc(i64 %wa)
  call void @use(ptr %a)
  call swiftcc void @swift_task_dealloc(ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 100)
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  %zc = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @fTu, i32 0, i32 1)
  %wc = zext i32 %zc to i64
  %c = call swiftcc ptr @swift_task_alloc(i64 %wc)
  call void @use(ptr %c)
  call swiftcc void @swift_task_dealloc(ptr %c)
  call void @use(ptr null)
  %d = call swiftcc ptr @swift_task_alloc(i64 %n)
  call void @use(ptr %d)
  call swiftcc void @swift_task_dealloc(ptr %d)
  %e = call swiftcc ptr @swift_task_alloc(i64 %n)
  call void @use(ptr %e)
  call swiftcc void @swift_task_dealloc(ptr %e)
  ret void
}

; What was two objects is one: claims that tell them apart, and where the life of each begins and ends, go.
; CHECK-LABEL: define void @claims(
; CHECK-NOT:     lifetime
; CHECK-NOT:     assume
; CHECK:         %v = load i64, ptr %a, align 8{{$}}
; CHECK-NEXT:    store i64 %v, ptr %x, align 8, !tbaa
; CHECK-NEXT:    store double 1.0, ptr %a, align 8{{$}}
; CHECK-NOT:     lifetime
; CHECK-NOT:     assume
; CHECK:         ret void
define void @claims(ptr swiftasync %ctx) {
  %x = alloca i64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %a = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
  call void @use(ptr %a)
  %v = load i64, ptr %a, align 8, !tbaa !1, !alias.scope !5
  store i64 %v, ptr %x, align 8, !tbaa !1
  call swiftcc void @swift_task_dealloc(ptr %a)
  call void @llvm.lifetime.end.p0(i64 -1, ptr %a)
  %b = call swiftcc ptr @swift_task_alloc(i64 32)
  call void @llvm.lifetime.start.p0(i64 -1, ptr %b)
  call void @llvm.assume(i1 true) [ "separate_storage"(ptr %a, ptr %b) ]
  store double 1.0, ptr %b, align 8, !tbaa !3, !noalias !5
  call void @use(ptr %b)
  call swiftcc void @swift_task_dealloc(ptr %b)
  call void @llvm.lifetime.end.p0(i64 -1, ptr %b)
  ret void
}
declare swiftcc ptr @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(ptr)
declare void @use(ptr)
declare i1 @more()
declare i64 @look() nounwind memory(read)
declare void @llvm.trap()
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
!0 = !{!"root"}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !0}
!5 = !{!6}
!6 = distinct !{!6, !7}
!7 = distinct !{!7}
