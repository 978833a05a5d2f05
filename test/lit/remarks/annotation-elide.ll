; What becomes of a call marked coro_elide_safe, printed and in YAML.
; RUN: rm -f %t.yml
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -pass-remarks=coro-annotation -pass-remarks-missed=coro-annotation -pass-remarks-output=%t.yml -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
; RUN: FileCheck %s --input-file=%t.yml

; TEXT: remark: <unknown>:0:0: 'f' not elided in 'plain' (caller_presplit=false, elide_safe_attr=true)

; CHECK: --- !Missed
; CHECK-NEXT: Pass:            coro-annotation-elide
; CHECK-NEXT: Name:            CoroAnnotationElide
; CHECK-NEXT: Function:        plain
; CHECK-NEXT: Args:
; CHECK-NEXT:   - String:          ''''
; CHECK-NEXT:   - callee:          f
; CHECK-NEXT:   - String:          ''' not elided in '''
; CHECK-NEXT:   - caller:          plain
; CHECK-NEXT:   - String:          ''' (caller_presplit='
; CHECK-NEXT:   - caller_presplit: 'false'
; CHECK-NEXT:   - String:          ', elide_safe_attr='
; CHECK-NEXT:   - elide_safe_attr: 'true'
; CHECK-NEXT:   - String:          ')'
; CHECK-NEXT: ...

define ptr @f() presplitcoroutine {
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

define ptr @g() presplitcoroutine {
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
  %t = call ptr @f() coro_elide_safe
  call void @use(ptr %t)
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

define void @plain() {
  %h = call ptr @f() coro_elide_safe
  call void @use(ptr %h)
  ret void
}

declare void @use(ptr)
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
