; A ramp that uses its caller's memory may be external, as in files that another compiler split. If it cannot be used, a remark has the reason.
; RUN: corolower %s -passes='cgscc(coro-annotation-elide)' -S | FileCheck %s
; RUN: sed 's/define ptr @work.noalloc/define weak ptr @work.noalloc/' %s | corolower -passes='cgscc(coro-annotation-elide)' -pass-remarks-missed=. -S 2>&1 | FileCheck %s --check-prefix=WEAK
; RUN: sed 's/dereferenceable(32) align(8)//' %s | corolower -passes='cgscc(coro-annotation-elide)' -pass-remarks-missed=. -S 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: corolower %s -passes='cgscc(coro-annotation-elide)' | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define ptr @parent()
; CHECK-NEXT:    %1 = alloca [32 x i8], align 8
; CHECK-NOT:     call ptr @work(

; WEAK: remark: {{.*}}'work' not elided in 'parent' because @work.noalloc may be replaced at link time
; WEAK: call ptr @work(i32 1)
; SIZE: remark: {{.*}}'work' not elided in 'parent' because the last parameter of @work.noalloc has no dereferenceable(N)

@work.resumers = internal constant [3 x ptr] [ptr @work.resume, ptr @work.destroy, ptr @work.destroy]

define fastcc void @work.resume(ptr %h) {
  ret void
}

define fastcc void @work.destroy(ptr %h) {
  ret void
}

define ptr @work(i32 %k) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @work, ptr @work.resumers)
  %need = call i1 @llvm.coro.alloc(token %id)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  ret ptr %h
}

define ptr @work.noalloc(i32 %k, ptr dereferenceable(32) align(8) %mem) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @work, ptr @work.resumers)
  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
  ret ptr %h
}

define ptr @parent() presplitcoroutine {
  %t = call ptr @work(i32 1) coro_elide_safe
  ret ptr %t
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.alloc(token)
