; The reason is the copy of the bytes that hold the handle, or the atomic operation that publishes it.
; DIFFERS-FROM-LLVM: opt gives no reason
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-elide' -S | FileCheck %s
; RUN: corolower %s -passes='coro-elide' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: corolower %s -passes='coro-elide' -S | opt-22 -passes=verify -disable-output

@last = global ptr null

define void @g(i1 %c) {
entry:
  %copy = alloca ptr, align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %mem = call ptr @malloc(i64 24)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %at)
  store ptr @f.resume, ptr %hdl, align 8
  %destroyer = select i1 %need, ptr @f.destroy, ptr @f.cleanup
  %slot = getelementptr inbounds i8, ptr %hdl, i64 8
  store ptr %destroyer, ptr %slot, align 8
  store ptr %hdl, ptr %copy, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr @last, ptr %copy, i64 8, i1 false)
  br i1 %c, label %over, label %done

over:
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  br label %done

done:
  ret void
}

define void @h(i1 %c) {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %mem = call ptr @malloc(i64 24)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %at)
  store ptr @f.resume, ptr %hdl, align 8
  %destroyer = select i1 %need, ptr @f.destroy, ptr @f.cleanup
  %slot = getelementptr inbounds i8, ptr %hdl, i64 8
  store ptr %destroyer, ptr %slot, align 8
  %old = atomicrmw xchg ptr @last, ptr %hdl seq_cst, align 8
  br i1 %c, label %over, label %done

over:
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  br label %done

done:
  ret void
}

; CHECK-LABEL: define void @g(
; CHECK:         call i1 @llvm.coro.alloc

; CHECK-LABEL: define void @h(
; CHECK:         call i1 @llvm.coro.alloc

; WHY: remark: <unknown>:0:0: 'f' stays on the heap: the handle is copied to memory that other code can access, at `call void @llvm.memcpy
; WHY: remark: <unknown>:0:0: 'f' stays on the heap: this atomic operation may let an address within the frame escape, at `%old = atomicrmw xchg

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
