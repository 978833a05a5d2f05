; What the split does not interpret comes through: fast-math flags, metadata, call attributes, tail kinds, bundles.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(float %x, ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %y = fmul nnan nsz float %x, 2.000000e+00
  store float %y, ptr %p, align 4, !tbaa !0, !nontemporal !3
  tail call void @tick() #0 [ "deopt"(float %y) ]
  %l = load volatile i32, ptr %p, align 4, !range !4
  call void @print(i32 noundef %l)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

attributes #0 = { cold }

!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2}
!2 = !{!"root"}
!3 = !{i32 1}
!4 = !{i32 0, i32 10}

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK: %y = fmul nnan nsz float %x.reload, 2.000000e+00
; CHECK-NEXT: store float %y, ptr %p.reload, align 4, !tbaa ![[TBAA:[0-9]+]], !nontemporal ![[NT:[0-9]+]]
; CHECK-NEXT: tail call void @tick() #[[COLD:[0-9]+]] [ "deopt"(float %y) ]
; CHECK-NEXT: load volatile i32, ptr %p.reload, align 4, !range ![[R:[0-9]+]]
; CHECK-NEXT: call void @print(i32 noundef %l)
; CHECK: attributes #[[COLD]] = { cold }
; CHECK: ![[R]] = !{i32 0, i32 10}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @tick()
