; Atomics, inline assembly and volatile memory intrinsics in a coroutine come through in both halves.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(ptr %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %old = atomicrmw add ptr %p, i32 1 syncscope("agent") acq_rel, align 4
  fence seq_cst
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  %x = cmpxchg weak ptr %p, i32 0, i32 1 acquire monotonic, align 4
  call void asm sideeffect "nop", "~{memory}"()
  %v = load atomic i32, ptr %p seq_cst, align 4
  call void @print(i32 %v)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(ptr %p)
; CHECK: %old = atomicrmw add ptr %p, i32 1 syncscope("agent") acq_rel, align 4
; CHECK-NEXT: fence seq_cst

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(32) %hdl)
; CHECK: %x = cmpxchg weak ptr %p.reload, i32 0, i32 1 acquire monotonic, align 4
; CHECK-NEXT: call void asm sideeffect "nop", "~{memory}"()
; CHECK-NEXT: %v = load atomic i32, ptr %p.reload seq_cst, align 4
; CHECK-NEXT: call void @print(i32 %v)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
