; A ramp that no pass may inline hides its creation; that is told, too.
; RUN: corolower explain elision %s | FileCheck %s
; RUN: sed 's/define ptr @f() noinline/define void @f()/; s/ret ptr %%hdl/ret void/; s/%%h = call ptr @f/call void @f/; /destroy(ptr %%h)/d' %s | corolower explain elision | FileCheck %s --check-prefix=SILENT

define ptr @f() noinline presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
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
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @g() {
  %h = call ptr @f()
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

; CHECK: missed: 'f' not elided in 'g' (frame_size=24, align=8)
; CHECK-NEXT: %h = call ptr @f()
; CHECK: note: the call is not inlined: noinline function attribute
; CHECK-NEXT: hint: remove noinline from @f;
; CHECK-NEXT: 0 of 1 allocation elided

; SILENT: elided: 'f' elided in 'g' (frame_size=24, align=8)
