; What code claims of an object that moves to the frame: ir.Claims says what becomes of each claim. In slots that share bytes, types tell nothing.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S | FileCheck %s --check-prefixes=CHECK,OWN
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -verify-each -S | FileCheck %s --check-prefixes=CHECK,SHARED
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define ptr @f(
; The address that others get stands for the object as it is in this part.
; CHECK: %obj.reload.addr = getelementptr
; CHECK: call ptr @llvm.launder.invariant.group.p0(ptr %obj.reload.addr)
; CHECK-NOT: llvm.invariant.start
; CHECK-NOT: invariant.group !
; CHECK-NOT: invariant.load !
; CHECK-NOT: separate_storage
; CHECK-NOT: noalias.addrspace !
; CHECK-NOT: llvm.access.group !
; What an address is, and what a value is, stays.
; CHECK: call void @llvm.assume(i1 true) [ "align"(ptr {{.*}}, i64 8) ]
; OWN: store i64 1, ptr {{.*}}, align 8, !tbaa
; SHARED: store i64 1, ptr {{.*}}, align 8{{$}}
; CHECK-LABEL: define {{.*}}@f.resume(
; CHECK: call ptr @llvm.launder.invariant.group.p0(
; CHECK: load ptr, ptr {{.*}}, align 8, !nonnull ![[N:[0-9]+]], !noundef ![[N]]{{(, !noalias ![0-9]+)?$}}
; CHECK: atomicrmw add ptr {{.*}}, i64 1 seq_cst, align 8{{$}}
; OWN: load i64, ptr {{.*}}, align 8, !tbaa
; SHARED: load i64, ptr {{.*}}, align 8{{(, !noalias ![0-9]+)?$}}
; OWN: store float 1.0, ptr {{.*}}, align 8, !tbaa
; SHARED: store float 1.0, ptr {{.*}}, align 8{{(, !noalias ![0-9]+)?$}}
; Of memory that is not in the frame everything stays.
; CHECK: load ptr, ptr {{.*}}, align 8, !tbaa {{.*}}, !invariant.group
define ptr @f(ptr %other) presplitcoroutine {
entry:
  %obj = alloca ptr, align 8
  %num = alloca i64, align 8
  %one = alloca [4 x i64], align 8
  %two = alloca [8 x float], align 8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %inv = call ptr @llvm.invariant.start.p0(i64 8, ptr %num)
  call void @llvm.assume(i1 true) [ "separate_storage"(ptr %obj, ptr %num) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %obj, i64 8), "separate_storage"(ptr %obj, ptr %num) ]
  store ptr @table, ptr %obj, align 8, !invariant.group !0
  store i64 0, ptr %num, align 8, !llvm.access.group !1
  call void @keep(ptr %obj)
  call void @keep(ptr %num)
  call void @llvm.lifetime.start.p0(ptr %one)
  store i64 1, ptr %one, align 8, !tbaa !2
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]

next:
  %v = load ptr, ptr %obj, align 8, !nonnull !0, !noundef !0, !invariant.group !0, !invariant.load !0
  call void @keep(ptr %v)
  %r = atomicrmw add ptr %num, i64 1 seq_cst, align 8, !noalias.addrspace !8
  %x = load i64, ptr %one, align 8, !tbaa !2
  call void @put(i64 %x)
  call void @llvm.lifetime.end.p0(ptr %one)
  call void @llvm.lifetime.start.p0(ptr %two)
  store float 1.0, ptr %two, align 8, !tbaa !5
  call void @llvm.invariant.end.p0(ptr %inv, i64 8, ptr %num)
  %o = load ptr, ptr %other, align 8, !tbaa !5, !invariant.group !0
  call void @keep(ptr %o)
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %last
    i8 1, label %cleanup
  ]

last:
  %y = load float, ptr %two, align 8, !tbaa !5
  %z = fptosi float %y to i64
  call void @put(i64 %z)
  call void @llvm.lifetime.end.p0(ptr %two)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

@table = external constant ptr
declare void @keep(ptr)
declare void @put(i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)

!0 = !{}
!1 = distinct !{}
!2 = !{!3, !3, i64 0}
!3 = !{!"long", !4}
!4 = !{!"root"}
!5 = !{!6, !6, i64 0}
!6 = !{!"float", !4}
!8 = !{i32 5, i32 6}
