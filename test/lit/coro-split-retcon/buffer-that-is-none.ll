; The frame's address is stored to a buffer that is no memory: the ramp ends there, and the frame's intrinsics behind it are gone with their block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

; CHECK-LABEL: define { ptr, i32 } @gen(ptr %buf, i32 %n)
; CHECK-NEXT:  call ptr @take(i64 16)
; CHECK-NEXT:  unreachable
; CHECK-NEXT: }
; CHECK:      define internal { ptr, i32 } @gen.resume.0(

define {ptr, i32} @gen(ptr %buf, i32 %n) {
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr undef, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @use(ptr %buf, i32 %n)
  unreachable
}

declare void @use(ptr, i32)
declare {ptr, i32} @proto(ptr, i1)
declare ptr @take(i64)
declare void @give(ptr)
