; check knows nothing wrong of a coroutine of an ABI that is not lowered here; lowering it is an error.
; RUN: corolower check %s
; RUN: not corolower %s 2>&1 | FileCheck %s
; CHECK: unsupported: @yields is a coroutine of the returned-continuation ABI
; REQUIRES: corolower

define { ptr, i32 } @yields(ptr %buffer, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 4, ptr %buffer, ptr @proto, ptr @allocate, ptr @deallocate)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %unwind = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  unreachable
}

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
declare { ptr, i32 } @proto(ptr, i1)
declare ptr @allocate(i32)
declare void @deallocate(ptr)
