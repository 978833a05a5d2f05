; llvm.callbr.landingpad is what LLVM's code generation makes of callbr. A store of the result to the frame would have to stand between both.
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s

define ptr @f(i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %x = callbr i64 asm sideeffect "mov $1, $0", "=r,r,!i"(i64 %n) to label %go [label %other]
go:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %next
    i8 1, label %cleanup
  ]
next:
  call void @print(i64 %x)
  br label %cleanup
other:
; CHECK: [[#@LINE+1]]:8: error: unsupported: llvm.callbr.landingpad is for code generation, and must follow its callbr
  %l = call i64 @llvm.callbr.landingpad.i64(i64 %x)
  call void @print(i64 %l)
  br label %cleanup
cleanup:
  %mem.p = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %mem.p)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
declare void @print(i64)
declare i64 @llvm.callbr.landingpad.i64(i64)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
