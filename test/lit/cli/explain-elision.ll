; `explain elision` tells of each place where a coroutine is created whether it needs the heap, and why.
; RUN: corolower explain elision %s | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain elision - < %s | FileCheck %s --check-prefix=STDIN
; RUN: corolower explain elision %s --function=bad | FileCheck %s --check-prefix=ONE
; RUN: corolower explain elision %s -function @good | FileCheck %s --check-prefix=GOOD
; RUN: corolower explain elision %s --function=other | FileCheck %s --check-prefix=OTHER
; RUN: corolower explain elision %s --missed | FileCheck %s --check-prefix=MISSED
; RUN: corolower explain elision %s --elided | FileCheck %s --check-prefix=ELIDED
; RUN: corolower explain elision %s --format=text | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain elision %s --fail-on-missed > %t.out; test $? -eq 1
; RUN: FileCheck %s --match-full-lines --strict-whitespace --input-file=%t.out
; RUN: corolower explain elision %s --fail-on-missed --elided > %t.out; test $? -eq 1
; RUN: corolower explain elision %s --fail-on-missed --function=good
; RUN: corolower explain elision %s --missed --elided 2>&1; test $? -eq 2
; RUN: corolower explain elision %s --all 2>&1; test $? -eq 2
; RUN: not corolower explain elision %s --function=godo 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: corolower explain elision %s --color=always --function=bad | FileCheck %s --check-prefix=COLOUR

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

;      CHECK:{{.*}}explain-elision.ll:57:8: missed: 'f' not elided in 'bad' (frame_size=24, align=8)
; CHECK-NEXT:  %h = call ptr @f()
; CHECK-NEXT:       ^
; CHECK-NEXT:{{.*}}explain-elision.ll:58:3: note: the handle is stored to @kept
; CHECK-NEXT:  store ptr %h, ptr @kept, align 8
; CHECK-NEXT:  ^
; CHECK-NEXT:{{.*}}explain-elision.ll: note: path without a destroy: %{{.*}}
; CHECK-NEXT:note: no fix: other code has the handle, and may use it at any time
; CHECK-NEXT:{{.*}}explain-elision.ll:63:8: missed: 'f' not elided in 'leak' (frame_size=24, align=8)
; CHECK-NEXT:  %h = call ptr @f()
; CHECK-NEXT:       ^
; CHECK-NEXT:{{.*}}explain-elision.ll:64:3: note: the handle is returned
; CHECK-NEXT:  ret ptr %h
; CHECK-NEXT:  ^
; CHECK-NEXT:{{.*}}explain-elision.ll: note: path without a destroy: %{{.*}}
; CHECK-NEXT:note: no fix: other code has the handle, and may use it at any time
; CHECK-NEXT:{{.*}}explain-elision.ll:50:8: elided: 'f' elided in 'good' (frame_size=24, align=8)
; CHECK-NEXT:  %h = call ptr @f()
; CHECK-NEXT:       ^
; CHECK-NEXT:1 of 3 allocations elided, after -passes='default<O2>'
; CHECK-NOT:{{.}}

; STDIN: <stdin>:57:8: missed: 'f' not elided in 'bad'
; STDIN: <stdin>:50:8: elided: 'f' elided in 'good'
; STDIN: 1 of 3 allocations elided

; ONE-NOT: 'good'
; ONE: 'f' not elided in 'bad'
; ONE-NOT: 'leak'
; ONE: 0 of 1 allocation elided

; GOOD-NOT: 'bad'
; GOOD: 1 of 1 allocation elided

; OTHER: explain-elision.ll: no creation of a coroutine involves @other

; UNKNOWN: corolower: error: no function is named '@godo'
; UNKNOWN-NEXT: hint: Did you mean '@good'?

; COLOUR: {{.}}[35;1mmissed:{{.}}[
; COLOUR: {{.}}[36;1mnote:{{.*}} no fix:

; MISSED-NOT: 'good'
; MISSED: 'f' not elided in 'bad'
; MISSED: 'f' not elided in 'leak'
; MISSED-NOT: 'good'
; MISSED: 1 of 3 allocations elided

; ELIDED-NOT: missed:
; ELIDED: 'f' elided in 'good'
; ELIDED-NOT: missed:
; ELIDED: 1 of 3 allocations elided
