; The file calls longjmp, so @work may jump out of @g, past the destroy, and the handle is still in @last.
; RUN: corolower %s -passes='coro-elide' -pass-remarks=coro-elide -pass-remarks-missed=coro-elide -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: sed 's/@longjmp/@shortjmp/' %s | corolower -passes='coro-elide' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

; CHECK: remark: <unknown>:0:0: 'f' stays on the heap: the handle is stored to @last, and a jump from @work may leave the function before the destroy
; NONE: remark: <unknown>:0:0: 'f' elided in 'g' (frame_size=24, align=8)

@last = global ptr null
@target = external global [200 x i8]

; A coroutine, for example, that @work resumes.
define void @h() {
  call void @longjmp(ptr @target, i32 1)
  unreachable
}

define void @g() {
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
  store ptr %hdl, ptr @last, align 8
  call void @work()
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

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
declare void @work() nounwind
declare void @longjmp(ptr, i32) noreturn nounwind
