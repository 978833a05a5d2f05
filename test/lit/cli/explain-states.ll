; `explain states` shows a coroutine as the graph of its suspends: for people, for programs, and for Graphviz.
; RUN: corolower explain states %s | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain states --function=f --format=dot %s | FileCheck %s --check-prefix=DOT --match-full-lines --strict-whitespace
; RUN: corolower explain states --function=f --format=json %s | FileCheck %s --check-prefix=JSON
; RUN: corolower explain states --format=json %s | python3 -c "import json,sys; print([len(c['ways']) for c in json.load(sys.stdin)])" | FileCheck %s --check-prefix=PARSED
; RUN: corolower explain states %S/../../../examples/echo.ll | FileCheck %s --check-prefix=DEBUG
; RUN: corolower explain states %S/../coro-split-retcon/allocated.ll | FileCheck %s --check-prefix=RETCON
; RUN: not corolower explain states --format=sarif %s 2>&1 | FileCheck %s --check-prefix=FORMAT

define ptr @f(i32 %n) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %loop

loop:
  %i = phi i32 [ %n, %entry ], [ %less, %printed ]
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %less = sub i32 %i, 1
  invoke void @print(i32 %less) to label %printed unwind label %caught

printed:
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %last

last:
  %s2 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s2, label %suspend [
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl

caught:
  %lp = landingpad { ptr, i32 } cleanup
  call void @llvm.coro.end(ptr %hdl, i1 true, token none)
  resume { ptr, i32 } %lp
}

define ptr @none() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare i32 @__gxx_personality_v0(...)

;      CHECK:{{.*}}explain-states.ll:10:1: states: 'f' has 2 suspends
; CHECK-NEXT:  from                        when       to                          through
; CHECK-NEXT:  the beginning               called     suspend 0, line 20          lines 12 -> 19 -> 20
; CHECK-NEXT:  suspend 0, line 20          resumed    suspend 0, line 20          lines 27 -> 31 -> 19 -> 20
; CHECK-NEXT:  suspend 0, line 20          resumed    the final suspend, line 35  lines 27 -> 31 -> 35
; CHECK-NEXT:  suspend 0, line 20          resumed    the caller, by an           lines 27 -> 50 -> 51
; CHECK-NEXT:                                         exception
; CHECK-NEXT:  suspend 0, line 20          destroyed  the end                     lines 41 -> 46
; CHECK-NEXT:  the final suspend, line 35  destroyed  the end                     lines 41 -> 46
; CHECK-EMPTY:
; CHECK-NEXT:{{.*}}explain-states.ll:55:1: states: 'none' has 0 suspends
; CHECK-EMPTY:
; CHECK-NEXT:2 coroutines, after -passes='default<O2>'
; CHECK-NOT:{{.}}

;      DOT:digraph "f" {
; DOT-NEXT:  label="f";
; DOT-NEXT:  node [shape=box];
; DOT-NEXT:  begin [shape=oval, label="called"];
; DOT-NEXT:  s0 [label="suspend 0, line 20"];
; DOT-NEXT:  s1 [label="the final suspend, line 35", peripheries=2];
; DOT-NEXT:  begin -> s0 [label="called\nlines 12 -> 19 -> 20"];
; DOT-NEXT:  s0 -> s0 [label="resumed\nlines 27 -> 31 -> 19 -> 20"];
; DOT-NEXT:  s0 -> s1 [label="resumed\nlines 27 -> 31 -> 35"];
; DOT-NEXT:  s0 -> unwinds [label="resumed\nlines 27 -> 50 -> 51"];
; DOT-NEXT:  s0 -> ends [label="destroyed\nlines 41 -> 46", style=dashed];
; DOT-NEXT:  s1 -> ends [label="destroyed\nlines 41 -> 46", style=dashed];
; DOT-NEXT:  ends [shape=oval];
; DOT-NEXT:  unwinds [shape=oval];
; DOT-NEXT:}
; DOT-NOT:{{.}}

; JSON: "function": "f",
; JSON: "ways": [
; JSON-NEXT: {
; JSON-NEXT: "when": "called",
; JSON-NEXT: "end": "suspends",
; JSON-NEXT: "to": 0,
; JSON-NEXT: "via": [
; JSON-NEXT: {
; JSON-NEXT: "line": 12,
; JSON-NEXT: "column": 9
; JSON-NEXT: },
; JSON-NEXT: {
; JSON-NEXT: "line": 19,
; JSON-NEXT: "column": 8
; JSON-NEXT: },
; JSON-NEXT: {
; JSON-NEXT: "line": 19,
; JSON-NEXT: "column": 8
; JSON-NEXT: },

; PARSED: [6, 0]

; DEBUG: states: 'echo(int)' has 1 suspend, at echo.cpp:35
; DEBUG: suspend 0, line 40 resumed suspend 0, line 40 lines 40 -> 39 -> 40

; RETCON: states: 'gen' has 1 suspend
; RETCON: the beginning called suspend 0, line 12
; RETCON-NEXT: suspend 0, line 12 resumed

; FORMAT: for the --format option: 'sarif' is not one of text, json, dot
