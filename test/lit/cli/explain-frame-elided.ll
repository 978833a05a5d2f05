; The frame of a coroutine that lies in another's is opened up, with what lies in it in turn.
; RUN: corolower explain frame %s --function=outer | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain frame %s --function=outer --format=json | FileCheck %s --check-prefix=JSON
; RUN: corolower explain frame %s --function=outer --format=json | python3 -c "import json,sys; r=[r for r in json.load(sys.stdin)[0]['rows'] if r['kind']=='frame'][0]; print(r['frame_of'], [(q['kind'], q['offset']) for q in r['rows']])" | FileCheck %s --check-prefix=PARSED

define ptr @inner(i32 %n) presplitcoroutine {
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
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
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

define ptr @middle(i32 %n) presplitcoroutine {
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
  %child = call ptr @inner(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @llvm.coro.resume(ptr %child)
  br label %cleanup

cleanup:
  call void @llvm.coro.destroy(ptr %child)
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @outer(i32 %n) presplitcoroutine {
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
  %child = call ptr @middle(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  call void @llvm.coro.resume(ptr %child)
  br label %cleanup

cleanup:
  call void @llvm.coro.destroy(ptr %child)
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
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
declare void @print(i32) nounwind

;      CHECK:{{.*}}explain-frame-elided.ll:76:1: frame: 'outer' has 72 bytes, align 8, 1 suspend
; CHECK-NEXT:switched-resume; 7 bytes of padding, 0 bytes shared
; CHECK-NEXT:instructions of IR: {{[0-9]+}} in the ramp, {{[0-9]+}} in resume, {{[0-9]+}} in destroy, {{[0-9]+}} in cleanup
; CHECK-NEXT: offset   size align  what                                why
; CHECK-NEXT:      0      8     8  resume function                     called to resume the coroutine
; CHECK-NEXT:      8      8     8  destroy function                    called to destroy the coroutine
; CHECK-NEXT:     16     48     8  frame of middle                     needs no heap: elided; live over the
; CHECK-NEXT:                                                          suspend at line 91; free at line 32 may
; CHECK-NEXT:                                                          keep its address, and so may 1 other
; CHECK-NEXT:     16      8     8    resume function                   called to resume the coroutine
; CHECK-NEXT:     24      8     8    destroy function                  called to destroy the coroutine
; CHECK-NEXT:     32     24     8    frame of inner                    needs no heap: elided; live over the
; CHECK-NEXT:                                                          suspend at line 55; free at line 32 may
; CHECK-NEXT:                                                          keep its address
; CHECK-NEXT:     32      8     8      resume function                 called to resume the coroutine
; CHECK-NEXT:     40      8     8      destroy function                called to destroy the coroutine
; CHECK-NEXT:     48      4     4      %n: i32, line 6                 live over the suspend at line 20; then
; CHECK-NEXT:                                                          used at line 27
; CHECK-NEXT:     52      1     1      suspend index                   the suspend at which the coroutine waits
; CHECK-NEXT:     53      3            padding
; CHECK-NEXT:     56      1     1    suspend index                     the suspend at which the coroutine waits
; CHECK-NEXT:     57      7          padding
; CHECK-NEXT:     64      1     1  suspend index                       the suspend at which the coroutine waits
; CHECK-NEXT:     65      7        padding
; CHECK-EMPTY:
; CHECK-NEXT:1 coroutine, 72 bytes of frames (48 in elided frames), after -passes='default<O2>'
; CHECK-NOT:{{.}}

; PARSED: middle [('field', 16), ('field', 24), ('frame', 32), ('field', 56), ('padding', 57)]

;      JSON:[
; JSON-NEXT:  {
; JSON-NEXT:    "file": "{{.*}}explain-frame-elided.ll",
; JSON-NEXT:    "line": 76,
; JSON-NEXT:    "column": 1,
; JSON-NEXT:    "function": "outer",
; JSON-NEXT:    "pipeline": "default<O2>",
; JSON-NEXT:    "abi": "switched-resume",
; JSON-NEXT:    "frame_size": 72,
; JSON-NEXT:    "align": 8,
; JSON-NEXT:    "padding": 7,
; JSON-NEXT:    "inside_frame": 48,
; JSON-NEXT:    "code": [
; JSON-NEXT:      {
; JSON-NEXT:        "part": "ramp",
; JSON-NEXT:        "function": "outer",
; JSON-NEXT:        "instructions": {{[0-9]+}}
; JSON-NEXT:      },
; JSON-NEXT:      {
; JSON-NEXT:        "part": "resume",
; JSON-NEXT:        "function": "outer.resume",
; JSON-NEXT:        "instructions": {{[0-9]+}}
; JSON-NEXT:      },
; JSON-NEXT:      {
; JSON-NEXT:        "part": "destroy",
; JSON-NEXT:        "function": "outer.destroy",
; JSON-NEXT:        "instructions": 5
; JSON-NEXT:      },
; JSON-NEXT:      {
; JSON-NEXT:        "part": "cleanup",
; JSON-NEXT:        "function": "outer.cleanup",
; JSON-NEXT:        "instructions": 5
; JSON-NEXT:      }
; JSON-NEXT:    ],
; JSON-NEXT:    "shares_storage": false,
; JSON-NEXT:    "suspends": [
; JSON-NEXT:      {
; JSON-NEXT:        "line": 91,
; JSON-NEXT:        "column": 8,
; JSON-NEXT:        "label": "suspend 0, line 91",
; JSON-NEXT:        "bytes": 65,
; JSON-NEXT:        "live": [
; JSON-NEXT:          0,
; JSON-NEXT:          1,
; JSON-NEXT:          2,
; JSON-NEXT:          3
; JSON-NEXT:        ]
; JSON-NEXT:      }
; JSON-NEXT:    ],
; JSON-NEXT:    "rows": [
