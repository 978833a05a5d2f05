; The store of a spilled phi comes after the last phi of its block.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

define ptr @f(i1 %c) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br i1 %c, label %a, label %b

a:
  br label %join

b:
  br label %join

join:
  %first = phi i32 [ 1, %a ], [ 2, %b ]
  %second = phi i64 [ 3, %a ], [ 4, %b ]
  call void @take(i64 %second)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %first)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @take(i64)

; CHECK: %f.Frame = type { ptr, ptr, i32, i1 }

; CHECK-LABEL: define ptr @f(i1 %c)
; CHECK: %first = phi i32 [ %{{.join[0-9]*}}, %join.from.a ], [ %{{.join[0-9]*}}, %join.from.b ]
; CHECK-NEXT: %second = phi i64 [ %{{.join[0-9]*}}, %join.from.a ], [ %{{.join[0-9]*}}, %join.from.b ]
; CHECK-NEXT: %first.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NEXT: store i32 %first, ptr %first.spill.addr, align 4
; CHECK-NEXT: call void @take(i64 %second)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
