; -coro-elide-branch-ratio says how often a coro_elide_safe call must be reached to be elided.
; RUN: corolower %s -p 'coro-early,cgscc(coro-split,coro-annotation-elide)' -pass-remarks=annotation -pass-remarks-missed=annotation -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
; RUN: corolower %s -p 'coro-early,cgscc(coro-split,coro-annotation-elide)' -coro-elide-branch-ratio=0.4 -pass-remarks=annotation -pass-remarks-missed=annotation -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELIDED
; RUN: corolower %s -p 'coro-early,cgscc(coro-split,coro-annotation-elide)' -coro-elide-branch-ratio=0 -pass-remarks=annotation -pass-remarks-missed=annotation -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELIDED
; RUN: corolower explain elision %s | FileCheck %s --check-prefix=EXPLAIN
; RUN: corolower explain elision --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: not corolower %s -coro-elide-branch-ratio=often -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: not corolower %s -coro-elide-branch-ratio=nan -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAN

; MISSED: 'f' not elided in 'plain' (caller_presplit=false
; MISSED: 'f' not elided in 'g' because of low frequency
; MISSED-NOT: remark:
; ELIDED: 'f' not elided in 'plain'
; ELIDED: 'f' elided in 'g'
; ELIDED-NOT: remark:
; EXPLAIN: missed: 'f' not elided in 'g'
; EXPLAIN: {{^}}note: the call is marked coro_elide_safe, but 'g' reaches it 0.5 times per run, below the minimum of 0.55 (-coro-elide-branch-ratio)
; EXPLAIN: note: the handle is passed to @use
; EXPLAIN: {{^}}note: the frame of 'g' would grow by up to about 24 bytes, from 24 to 48
; EXPLAIN-LABEL: missed: 'f' not elided in 'plain'
; EXPLAIN: {{^}}note: the call is marked coro_elide_safe, but 'plain' is not a coroutine
; EXPLAIN-NOT: note: the frame of
; JSON: "left_alone":{{ ?}}"'g' reaches it 0.5 times
; JSON: "caller_frame": {
; JSON-NEXT: "grows_by": 24,
; JSON-NEXT: "from": 24,
; JSON-NEXT: "to": 48,
; JSON-NEXT: "about": true
; JSON: "left_alone":{{ ?}}"'plain' is not a coroutine"
; WORD: for the --coro-elide-branch-ratio option: 'often' value invalid for floating point argument!
; NAN: for the --coro-elide-branch-ratio option

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

define ptr @g(i1 %c) presplitcoroutine {
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
  br i1 %c, label %call, label %join

call:
  %t = call ptr @f() coro_elide_safe
  call void @use(ptr %t)
  br label %join

join:
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
  %t = call ptr @f() coro_elide_safe
  call void @use(ptr %t)
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
