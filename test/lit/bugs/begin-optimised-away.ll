; coro.begin is gone, saves and frames are not: nothing crashes, nothing is split.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s

define void @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr @f, ptr null)
  %fr = call ptr @llvm.coro.frame()
  call void @use(ptr %fr)
  %sv = call token @llvm.coro.save(ptr %fr)
  %s = call i8 @llvm.coro.suspend(token %sv, i1 false)
  %w = zext i8 %s to i32
  call void @print(i32 %w)
  ret void
}

; CHECK-LABEL: define void @f()
; CHECK: call void @use(ptr poison)
; CHECK: zext i8 poison to i32
; CHECK-NOT: define

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.frame()
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @print(i32)
declare void @use(ptr)
