; The reason is an allocation that llvm.coro.alloc does not guard.
; DIFFERS-FROM-LLVM: opt gives no reason
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-elide' -S | FileCheck %s
; RUN: corolower %s -passes='coro-elide' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-elide' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: corolower %s -passes='coro-elide' -S | opt-22 -passes=verify -disable-output

define void @g() {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %mem = call ptr @malloc(i64 24)
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %mem)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; CHECK: define

; REMARK: remark: <unknown>:0:0: 'f' not elided in 'g' (frame_size=24, align=8)

; WHY: remark: <unknown>:0:0: 'f' stays on the heap: it has no llvm.coro.alloc, so it always allocates its frame

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr @f.destroy, ptr @f.cleanup]

declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.destroy(ptr noundef nonnull align 8 dereferenceable(24)) nounwind
declare fastcc void @f.cleanup(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
