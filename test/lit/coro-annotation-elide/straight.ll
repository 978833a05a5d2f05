; A call marked coro_elide_safe in a coroutine: the callee's frame becomes a part of the caller's.
; RUN: rm -f %t.txt
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -coro-elide-info-output-file=%t.txt -disable-output
; RUN: FileCheck %s --input-file=%t.txt --check-prefix=INFO --match-full-lines
; INFO: Elide f in g
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -pass-remarks=coro-annotation-elide -pass-remarks-missed=coro-annotation-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -S | opt-22 -passes=verify -disable-output

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
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
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

define ptr @g() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  %t = call ptr @f(i32 5) #0
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @use(ptr %t)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

attributes #0 = { coro_elide_safe }

; CHECK:       %g.Frame = type { ptr, ptr, [24 x i8], i1 }
; CHECK-LABEL: define ptr @g(
; CHECK:         [[OLD:%.*]] = alloca [24 x i8], align 8
; CHECK:         [[MEM:%.*]] = getelementptr inbounds %g.Frame, ptr %hdl, i32 0, i32 2
; CHECK-NOT:     call ptr @f(
; CHECK:         store ptr @f.resume, ptr [[MEM]], align 8
; CHECK:         store i32 5,
; CHECK-NOT:     call ptr @f(
; CHECK-LABEL: define internal fastcc void @g.resume(
; CHECK:         [[IN:%.*]] = getelementptr inbounds %g.Frame, ptr %hdl, i32 0, i32 2
; CHECK:         call void @use(ptr [[IN]])

; REMARK: remark: <unknown>:0:0: 'f' elided in 'g' (block_freq: 18014398509481984)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr) nounwind
declare void @print(i32)
