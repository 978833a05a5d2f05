; A coroutine whose table does not name all its parts is reported. LLVM elides it, because it reads the frame's size from the resume function alone.
; DIFFERS-FROM-LLVM: opt elides
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-elide' -S | FileCheck %s
; RUN: corolower %s -passes='coro-elide' -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-elide' -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: corolower %s -passes='coro-elide' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define void @g()
; CHECK: call {{.*}}@llvm.coro.begin
define void @g() {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr @f.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %mem = call ptr @malloc(i64 24)
  br label %begin

begin:
  %p = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call noalias nonnull ptr @llvm.coro.begin(token %id, ptr %p)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 0)
  call fastcc void %resume(ptr %hdl)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %hdl, i8 1)
  call fastcc void %destroy(ptr %hdl)
  ret void
}

; REMARK: remark: <unknown>:0:0: 'f' not elided in 'g'

; WHY: remark: <unknown>:0:0: 'f' stays on the heap: @f.resumers does not name the functions that resume and destroy it; name its resume, destroy and cleanup functions in @f.resumers

@f.resumers = private constant [3 x ptr] [ptr @f.resume, ptr undef, ptr undef]

declare ptr @f()
declare fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24)) nounwind

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
