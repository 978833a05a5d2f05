; Declarations of coroutine intrinsics that nothing uses any more are not in the output of default<On>.
; RUN: corolower %s -S -passes='default<O0>' | FileCheck %s
; RUN: corolower %s -S -passes='default<O2>' | FileCheck %s
; RUN: corolower %s -S -passes='default<O2>' | opt-22 -passes=verify -disable-output

; Nor are those that corolower needs only for copies of callees that it reads.
; RUN: corolower %S/../coro-captures/overtaken.ll -S -passes='default<O2>' | FileCheck %s --check-prefix=NONE
; RUN: corolower %S/../coro-captures/overtaken.ll -S -passes='default<O2>' -verify-each | FileCheck %s --check-prefix=NONE
; NONE-NOT: llvm.coro.subfn.addr

; CHECK-NOT:   declare{{.*}}@llvm.coro
; CHECK-LABEL: define void @wake(
; CHECK-NOT:   declare{{.*}}@llvm.coro
define void @wake(ptr %h) {
  %done = call i1 @llvm.coro.done(ptr %h)
  br i1 %done, label %out, label %more
more:
  call void @llvm.coro.resume(ptr %h)
  br label %out
out:
  ret void
}

; CHECK-LABEL: define {{.*}}ptr @name(
define ptr @name() {
  ret ptr @text
}
@text = constant [4 x i8] c"abc\00"

declare i1 @llvm.coro.done(ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
