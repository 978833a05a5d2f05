; check knows nothing wrong of a coroutine of an ABI that is not lowered here; lowering it is an error.
; RUN: corolower check %s
; RUN: not corolower %s 2>&1 | FileCheck %s
; CHECK: unsupported: @steps is a coroutine of the asynchronous ABI
; REQUIRES: corolower

@steps.tu = constant { i32, i32 } { i32 0, i32 16 }

define swiftcc void @steps(ptr swiftasync %context) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @steps.tu)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %hdl, i1 false)
  unreachable
}

declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.end.async(ptr, i1, ...)
