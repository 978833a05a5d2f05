; What is wrong with a returned continuation stops lowering, and check tells it without lowering.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o /dev/null 2>&1 | FileCheck %s
; RUN: not corolower check %s 2>&1 | FileCheck %s
; REQUIRES: corolower

; CHECK: retcon-allocator.ll:[[#@LINE+4]]:9: error: llvm.coro.* allocator must take integer as only param
; CHECK: hint: declare that parameter as the size in bytes
define {ptr, i32} @gen(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @take(i64, i64)
declare void @give(ptr)
