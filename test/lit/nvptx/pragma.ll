; On the way through llc a part of a coroutine carries NVIDIA's pragma as inline assembly, where --ir-pragma=asm wants it, once.
; REQUIRES: corolower
; RUN: corolower %s --ir-pragma=asm -S | FileCheck %s
; RUN: corolower %s --ir-pragma=asm -verify-each -S | opt-22 -O2 -S | llc-22 -mcpu=sm_70 | FileCheck %s --check-prefix=PTX
; RUN: corolower %s --ir-pragma=asm | corolower --ir-pragma=asm -passes=coro-cleanup,always-inline | FileCheck %s
; RUN: corolower %s -S | FileCheck %s --check-prefix=NONE
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower --ir-pragma=asm -S | FileCheck %s --check-prefix=NONE
; RUN: not corolower %s --ir-pragma=asm --emit=ptx 2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: not corolower %s --ir-pragma=x 2>&1 | FileCheck %s --check-prefix=WORD

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptr @f(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call void asm sideeffect ".pragma \22coroutine\22;", ""()
; CHECK-NOT:     asm
; CHECK-LABEL: define void @not_a_part(
; CHECK-NOT:     asm
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NEXT:  entry.resume:
; CHECK-NEXT:    call void asm sideeffect ".pragma \22coroutine\22;", ""()
; CHECK-NOT:     asm
; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK-NEXT:  entry.destroy:
; CHECK-NEXT:    call void asm sideeffect ".pragma \22coroutine\22;", ""()

; PTX-LABEL: .func f_$_resume(
; PTX:         .pragma "coroutine";

; NONE-NOT: asm
; BOTH: --ir-pragma applies to IR; use --ptx-pragma for PTX
; WORD: for the --ir-pragma option: 'x' is neither none nor asm
define ptr @f() nounwind presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

define void @not_a_part() {
  ret void
}

declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
