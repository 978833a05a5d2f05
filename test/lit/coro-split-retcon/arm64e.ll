; Where callers want signed addresses, the continuation's is returned as it is, as the fork does, and a warning tells, once a file. Authenticated calls
; stay what they are.
; REQUIRES: corolower
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>%t | FileCheck %s
; RUN: FileCheck %s --check-prefix=WARN < %t
; RUN: sed s/arm64e/arm64/ %s | corolower -passes='coro-early,cgscc(coro-split),coro-cleanup' -S 2>&1 | FileCheck %s --implicit-check-not=warning
target triple = "arm64e-apple-macosx14.0"

define {ptr, i64} @one(ptr %buf, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define {ptr, i64} @two(ptr %buf, ptr %inner, ptr %k, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @proto, ptr @malloc, ptr @free)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %n)
  call void %k(ptr %inner, i1 false) [ "ptrauth"(i32 0, i64 %n) ]
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare void @proto(ptr, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)

; CHECK-LABEL: define { ptr, i64 } @one(
; CHECK: insertvalue { ptr, i64 } poison, ptr @one.resume.0, 0
; CHECK-LABEL: define internal void @two.resume.0(
; CHECK: call void %k.reload(ptr %inner.reload, i1 false) [ "ptrauth"(i32 0, i64 %n.reload) ]
; WARN: arm64e.ll:{{[0-9]+}}:{{[0-9]+}}: warning: continuations are returned unsigned, but a caller on this target expects signed addresses
; WARN: hint: call the continuations without authentication, because no operand says how to sign them
; WARN-NOT: warning
