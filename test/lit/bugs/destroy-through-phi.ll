; Of two coroutines one is destroyed, by a handle that may be either's: neither is known to be the one.
; RUN: corolower %s -passes='coro-elide' -S | FileCheck %s
; RUN: corolower %s -passes='coro-elide' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-elide' -S | opt-22 -passes=verify -disable-output

define void @g(i1 %c) {
entry:
  %id1 = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need1 = call i1 @llvm.coro.alloc(token %id1)
  br i1 %need1, label %alloc1, label %begin1

alloc1:
  %mem1 = call ptr @malloc(i64 24)
  br label %begin1

begin1:
  %at1 = phi ptr [ null, %entry ], [ %mem1, %alloc1 ]
  %hdl1 = call noalias nonnull ptr @llvm.coro.begin(token %id1, ptr %at1)
  store ptr @f.resume, ptr %hdl1, align 8
  %destroyer1 = select i1 %need1, ptr @f.destroy, ptr @f.cleanup
  %slot1 = getelementptr inbounds i8, ptr %hdl1, i64 8
  store ptr %destroyer1, ptr %slot1, align 8
  store ptr %hdl1, ptr @kept
  br label %second

second:
  %id2 = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need2 = call i1 @llvm.coro.alloc(token %id2)
  br i1 %need2, label %alloc2, label %begin2

alloc2:
  %mem2 = call ptr @malloc(i64 24)
  br label %begin2

begin2:
  %at2 = phi ptr [ null, %second ], [ %mem2, %alloc2 ]
  %hdl2 = call noalias nonnull ptr @llvm.coro.begin(token %id2, ptr %at2)
  store ptr @f.resume, ptr %hdl2, align 8
  %destroyer2 = select i1 %need2, ptr @f.destroy, ptr @f.cleanup
  %slot2 = getelementptr inbounds i8, ptr %hdl2, i64 8
  store ptr %destroyer2, ptr %slot2, align 8
  store ptr %hdl2, ptr @kept
  br i1 %c, label %swap, label %join

swap:
  br label %join

join:
  %which = phi ptr [ %hdl1, %swap ], [ %hdl2, %begin2 ]
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %which, i8 1)
  call fastcc void %destroy(ptr %which)
  ret void
}

; CHECK-LABEL: define void @g(
; CHECK-NOT:     alloca
; CHECK-COUNT-2: call i1 @llvm.coro.alloc
; CHECK:         call fastcc void %destroy(ptr %which)

; REMARK: remark: <unknown>:0:0: 'f' not elided in 'g' (frame_size=24, align=8)
; REMARK-NEXT: remark: <unknown>:0:0: 'f' not elided in 'g' (frame_size=24, align=8)

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

@kept = global ptr null
declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
