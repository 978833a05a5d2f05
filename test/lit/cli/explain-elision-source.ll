; The source is shown from beside the input if it is the text that was compiled; if it is another by now that is told, and the input is shown.
; RUN: rm -rf %t && mkdir %t && cp %S/../../../examples/tasks.ll %S/../../../examples/tasks.cpp %t
; RUN: corolower explain elision --function=later %t/tasks.ll | FileCheck %s --strict-whitespace
; RUN: echo // >> %t/tasks.cpp
; RUN: corolower explain elision --function=later %t/tasks.ll | FileCheck %s --check-prefix=OTHER --strict-whitespace
; RUN: rm %t/tasks.cpp
; RUN: corolower explain elision --function=later %t/tasks.ll | FileCheck %s --check-prefix=NONE
; RUN: corolower explain elision --function=later --format=json %t/tasks.ll | FileCheck %s --check-prefix=JSON

;      CHECK:{{^}}{{.*}}/tasks.cpp:74:12: missed: 'measure(int)' not elided in 'later(int)' (frame_size=32, align=8), variable 't' ({{.*}}/tasks.ll:873:3)
; CHECK-NEXT:  task t = measure(n);
; CHECK-NEXT:           ^
; CHECK-NEXT:{{^}}{{.*}}/tasks.cpp:76:11: note: the handle is stored to @current, at `store ptr
; CHECK-NEXT:  current = t.release();
; CHECK-NEXT:          ^

;      OTHER:{{^}}{{.*}}/tasks.ll:873:3: missed: 'measure(int)' not elided in 'later(int)' (frame_size=32, align=8), variable 't', at tasks.cpp:74:12
; OTHER-NEXT:  call void @_Z7measurei(
; OTHER-NEXT:  ^
;      OTHER:note: {{.*}}tasks.cpp has changed since it was compiled; its lines are not shown
; OTHER-NEXT:0 of 1 allocation elided

;      NONE: /tasks.ll:873:3: missed:
;  NONE-NOT: is not the text
;      NONE: 0 of 1 allocation elided

;      JSON: "callee": "_Z7measurei",
; JSON-NEXT: "callee_demangled": "measure(int)",
; JSON-NEXT: "caller": "_Z5lateri",
; JSON-NEXT: "caller_demangled": "later(int)",
; JSON-NEXT: "pipeline": "default<O2>",
; JSON-NEXT: "variable": "t",
