; Explaining a coroutine that calls itself reads no body while its blocks have numbers.
; RUN: corolower explain states %s | FileCheck %s

; CHECK: 'f' has 1 suspend
; CHECK: suspend 0, line {{[0-9]+}} {{ *}}resumed {{ *}}the end

define ptr @f(i64 %n, ptr %x) presplitcoroutine personality ptr @personality {
entry:
  %awaiter = alloca [60 x i64]
  %id = call token @llvm.coro.id(i32 8, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %x)
  %low = trunc i64 %n to i32
  %wide = zext i32 %low to i64
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  %child = call ptr @f(i64 %n, ptr %x)
  call void @use(i64 %wide)
  invoke void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
          to label %out unwind label %thrown

thrown:
  %e = landingpad { ptr, i32 }
          catch ptr null
  br label %out

out:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @use(i64)
declare i32 @personality(...)
declare ptr @wrapper(ptr, ptr)
