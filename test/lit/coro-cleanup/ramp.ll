; What is left in the ramp goes: coro.alloc is true, coro.begin is its memory, coro.id is gone, and the blocks are merged.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %phi = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %phi)
  call void @print(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK-NEXT: entry:
; CHECK-NEXT: %mem = call ptr @malloc(i64 24)
; CHECK-NEXT: %resume.addr = getelementptr inbounds nuw %f.Frame, ptr %mem, i32 0, i32 0
; CHECK-NEXT: store ptr @f.resume, ptr %resume.addr, align 8
; CHECK-NEXT: %[[T:[0-9]+]] = select i1 true, ptr @f.destroy, ptr @f.cleanup
; CHECK-NEXT: %destroy.addr = getelementptr inbounds nuw %f.Frame, ptr %mem, i32 0, i32 1
; CHECK-NEXT: store ptr %[[T]], ptr %destroy.addr, align 8
; CHECK-NEXT: %n.spill.addr = getelementptr inbounds %f.Frame, ptr %mem, i32 0, i32 2
; CHECK-NEXT: store i32 %n, ptr %n.spill.addr, align 4
; CHECK-NEXT: call void @print(i32 %n)
; CHECK-NEXT: %[[INDEX_ADDR:index.addr[0-9]*]] = getelementptr inbounds nuw %f.Frame, ptr %mem, i32 0, i32 3
; CHECK-NEXT: store i1 false, ptr %[[INDEX_ADDR]], align 1
; CHECK-NEXT: ret ptr %mem
; CHECK: {{^}}}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
