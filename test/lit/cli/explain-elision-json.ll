; `explain elision --format=json` writes an array with one object for each place.
; RUN: corolower explain elision --format=json %s | FileCheck %s
; RUN: corolower explain elision --format=json %s | python3 -c "import json,sys; l=json.load(sys.stdin); print([e['elided'] for e in l])" | FileCheck %s --check-prefix=PARSED

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

define void @good() {
  %h = call ptr @f()
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define void @bad() nounwind {
  %h = call ptr @f()
  store ptr %h, ptr @kept, align 8
  ret void
}

define ptr @leak() nounwind {
  %h = call ptr @f()
  ret ptr %h
}

define void @other() {
  ret void
}

@kept = global ptr null
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

; PARSED: [False, False, True]

;      CHECK: [
; CHECK-NEXT:   {
; CHECK-NEXT:     "file": "{{.*}}explain-elision-json.ll",
; CHECK-NEXT:     "line": 43,
; CHECK-NEXT:     "column": 8,
; CHECK-NEXT:     "callee": "f",
; CHECK-NEXT:     "caller": "bad",
; CHECK-NEXT:     "pipeline": "default<O2>",
; CHECK-NEXT:     "elided": false,
;      CHECK:     "reason": {
; CHECK-NEXT:       "kind": "escape",
; CHECK-NEXT:       "message": "the handle is stored to @kept",
; CHECK-NEXT:       "instruction": "store ptr %hdl.i, ptr @kept, align 8",
; CHECK-NEXT:       "line": 44,
; CHECK-NEXT:       "column": 3,
; CHECK-NEXT:       "path": [
; CHECK-NEXT:         {
; CHECK-NEXT:           "block": "%{{.*}}"
; CHECK-NEXT:         }
; CHECK-NEXT:       ],
; CHECK-NEXT:       "no_fix": "other code has the handle, and may use it at any time"
; CHECK-NEXT:     }
;      CHECK:     "caller": "leak",
;      CHECK:       "kind": "escape",
;      CHECK:     "line": 36,
; CHECK-NEXT:     "column": 8,
; CHECK-NEXT:     "callee": "f",
; CHECK-NEXT:     "caller": "good",
; CHECK-NEXT:     "pipeline": "default<O2>",
; CHECK-NEXT:     "elided": true,
; CHECK-NEXT:     "frame_size": 24,
; CHECK-NEXT:     "align": 8
; CHECK-NEXT:   }
