; Before the split inline<elision> takes tiny functions into a coroutine: an await_ready that says yes leaves no suspend behind, and a
; coroutine without one needs no allocation. What await_suspend does stays a call of its own.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,coro-cgscc(inline<elision>)' -S | FileCheck %s
; RUN: corolower %s -S | FileCheck %s --check-prefix=ALL
; RUN: corolower %s -S | opt-22 -passes='default<O2>' -S | FileCheck %s --check-prefix=OPT

define void @never(ptr %out) presplitcoroutine {
entry:
  %awaiter = alloca i8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  call void @set(ptr %out, i32 1)
  %ready = call i1 @await_ready(ptr %awaiter)
  br i1 %ready, label %go, label %wait

wait:
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @await_suspend(ptr %awaiter, ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %end [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  call void @set(ptr %out, i32 2)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %end

release:
  call void @free(ptr %memory)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

define internal i1 @await_ready(ptr %this) nounwind {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %self = load ptr, ptr %slot
  ret i1 true
}

define internal void @await_suspend(ptr %this, ptr %hdl) nounwind {
  store i8 1, ptr %this
  ret void
}

define internal void @set(ptr %p, i32 %v) nounwind {
  store volatile i32 %v, ptr %p
  ret void
}

; CHECK-LABEL: define void @never(
; CHECK-NOT:   call void @set(
; CHECK-NOT:   call i1 @await_ready(
; CHECK:       llvm.coro.save
; CHECK-NEXT:  call void @await_suspend(
; CHECK-NEXT:  llvm.coro.suspend
; CHECK-NOT:   call void @set(
; CHECK:       llvm.coro.end

; ALL-LABEL: define void @never(
; ALL-NOT:   @malloc
; ALL:       store volatile i32 1, ptr %out
; ALL-NOT:   await_suspend
; ALL:       store volatile i32 2, ptr %out
; ALL:       ret void

; OPT-LABEL: define {{.*}}void @never(
; OPT-NEXT:  entry:
; OPT-NEXT:    store volatile i32 1
; OPT-NEXT:    store volatile i32 2
; OPT-NEXT:    ret void

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
