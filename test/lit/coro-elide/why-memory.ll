; The reason is a store to memory of the caller.
; DIFFERS-FROM-LLVM: opt gives no reason
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-elide' -S | FileCheck %s
; RUN: corolower %s -passes='coro-elide' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-elide' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: corolower %s -passes='coro-elide' -S | opt-22 -passes=verify -disable-output

define void @g(ptr %out) {
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
  store ptr %hdl, ptr %out, align 8
  ret void
}

; CHECK-LABEL: define void @g(
; CHECK-NOT:     alloca
; CHECK:         call i1 @llvm.coro.alloc
; CHECK:         call {{.*}}ptr @llvm.coro.begin

; REMARK: remark: <unknown>:0:0: 'f' not elided in 'g' (frame_size=24, align=8)

; WHY: remark: <unknown>:0:0: 'f' stays on the heap: the handle is stored to memory that other code can access, at `store ptr %hdl, ptr %out, align 8`; no destroy on the path %begin

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @malloc(i64)
