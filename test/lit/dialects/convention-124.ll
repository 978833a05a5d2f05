; Stock LLVM has another convention under the number that is the Swift compiler's fork's own.
; REQUIRES: corolower
; RUN: corolower %s -S -passes='coro-early,cgscc(coro-split),coro-cleanup' | FileCheck %s
define cc 124 ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
; CHECK: define cc124 ptr @f()
