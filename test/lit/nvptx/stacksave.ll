; A stack that was saved in front of a suspend is not the stack behind it, which another function has: nothing restores it there, and the frame
; has no address of it. What lies between two suspends stays. NVVM's own names become LLVM's.
; DIFFERS-FROM-LLVM: opt keeps the address in the frame and restores it
; REQUIRES: corolower
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -verify-each -S | opt-22 -passes=verify -S | llc-22 -mcpu=sm_70 -mattr=+ptx73 -o - | FileCheck %s --check-prefix=PTX
; RUN: corolower %s --emit=ptx | FileCheck %s --check-prefix=PTX
; RUN: sed 's/nvptx64-nvidia-cuda/x86_64-pc-linux-gnu/' %s | corolower -S | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; PTX: .version 7.3
; CHECK:       %f.Frame = type { ptr, ptr, i32, i1 }
; CHECK-LABEL: define ptr @f(
; CHECK-NOT:     stackrestore
; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK-NOT:     {{stack|alloca}}
; CHECK:         %inner = call ptr @llvm.stacksave.p0()
; CHECK:         call void @llvm.stackrestore.p0(ptr %inner)
; CHECK-NOT:     stack
; CHECK:       ret void
define ptr @f(i32 %n) nounwind presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %outer = call ptr @llvm.nvvm.stacksave()
  %a = alloca i8, i32 %n
  store volatile i8 1, ptr %a
  %marked = call { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32 2)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %go
    i8 1, label %cleanup
  ]

go:
  call void @llvm.nvvm.stackrestore(ptr %outer)
  %inner = call ptr @llvm.nvvm.stacksave()
  %b = alloca i8, i32 %n
  store volatile i8 2, ptr %b
  call void @llvm.nvvm.stackrestore(ptr %inner)
  br label %cleanup

cleanup:
  %mem = call ptr @llvm.coro.free(token %id, ptr %handle)
  call void @free(ptr %mem)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %handle
}

declare ptr @llvm.nvvm.stacksave()
declare void @llvm.nvvm.stackrestore(ptr)
declare { ptr, i32 } @llvm.nvvm.coro.create.suspend(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
