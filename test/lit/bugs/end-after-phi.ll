; A phi in front of coro.end: the block is cut at the coro.end itself, below the phi.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define i32 @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %wait, label %cleanup

wait:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  %code = phi i32 [ 1, %wait ], [ 2, %cleanup ]
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret i32 %code
}

; CHECK-LABEL: define i32 @f(i1 %c)
; CHECK: %code = phi i32 [ %{{.suspend[0-9]*}}, %suspend.from.AfterCoroSuspend ], [ %{{.suspend[0-9]*}}, %suspend.from.cleanup ]
; CHECK-NEXT: br label %CoroEnd
; CHECK: CoroEnd:
; CHECK-NEXT: br label %AfterCoroEnd
; CHECK: ret i32 %code

; CHECK-LABEL: define internal fastcc void @f.resume(ptr noundef nonnull align 8 dereferenceable(24) %hdl)
; CHECK: CoroEnd:
; CHECK-NEXT: ret void

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
