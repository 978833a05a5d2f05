; With debug info rows are the variables of the source, with their types and lines, and so are the places at which they are used.
; RUN: corolower explain frame --suspends %S/../../../examples/echo.ll | FileCheck %s --match-full-lines --strict-whitespace
; RUN: corolower explain frame --function=echo --format=json %S/../../../examples/echo.ll | FileCheck %s --check-prefix=JSON

;      CHECK:{{.*}}echo.ll:27:1: frame: 'echo(int)' has 480 bytes, align 16, 1 suspend, at echo.cpp:35
; CHECK-NEXT:switched-resume; 6 bytes of padding, 0 bytes shared
; CHECK-NEXT:instructions of IR: {{[0-9]+}} in the ramp, {{[0-9]+}} in resume, {{[0-9]+}} in destroy, {{[0-9]+}} in cleanup
; CHECK-NEXT: offset   size align  what                                why
; CHECK-NEXT:      0      8     8  resume function                     called to resume the coroutine
; CHECK-NEXT:      8      8     8  destroy function                    called to destroy the coroutine
; CHECK-NEXT:     16      4     4  promise:                            at a fixed offset from the handle
; CHECK-NEXT:                      std::coroutine_traits<job,
; CHECK-NEXT:                      int>::promise_type
; CHECK-NEXT:     20      4     4  n: int, parameter, line 35          live over the suspend at line 40; then
; CHECK-NEXT:                                                          used at line 39
; CHECK-NEXT:     24      8     8  sum: long, line 38                  live over the suspend at line 40; then
; CHECK-NEXT:                                                          used at line 40
; CHECK-NEXT:     32    440    16  buf: char[440], line 36             live over the suspend at line 40;
; CHECK-NEXT:                                                          consume(char*) at line 37 may keep its
; CHECK-NEXT:                                                          address
; CHECK-NEXT:    472      1     1  suspend index                       the suspend at which the coroutine waits
; CHECK-NEXT:    473      1     1  %ref.tmp4: event, line 40           live over the suspend at line 40; then
; CHECK-NEXT:                                                          used at line 40
; CHECK-NEXT:    474      6        padding
; CHECK-NEXT:suspend  bytes  where                 live, without ABI fields and promise
; CHECK-NEXT:      0    474  line 40               n, sum, buf, %ref.tmp4
; CHECK-NEXT:hint: buf is 440 bytes, live over the suspend at line 40 only because consume(char*) at line 37 may
; CHECK-NEXT:      keep its address: mark the parameter `noescape` (captures(none) in IR), or end its scope
; CHECK-NEXT:      before line 40; the frame is then 440 bytes smaller
; CHECK-EMPTY:
; CHECK-NEXT:1 coroutine, 480 bytes of frames, after -passes='default<O2>'
; CHECK-NOT:{{.}}

;      JSON:        "row": 5,
; JSON-NEXT:        "kind": "object",
; JSON-NEXT:        "label": "buf",
; JSON-NEXT:        "offset": 32,
; JSON-NEXT:        "size": 440,
; JSON-NEXT:        "align": 16,
; JSON-NEXT:        "what": "buf: char[440], line 36",
; JSON-NEXT:        "name": "buf",
; JSON-NEXT:        "type": "[440 x i8]",
; JSON-NEXT:        "variable": {
; JSON-NEXT:          "name": "buf",
; JSON-NEXT:          "type": "char[440]",
; JSON-NEXT:          "source": {
; JSON-NEXT:            "file": "echo.cpp",
; JSON-NEXT:            "line": 36,
; JSON-NEXT:            "column": 0
; JSON-NEXT:          }
; JSON-NEXT:        },
; JSON-NEXT:        "rule": "life-spans",
; JSON-NEXT:        "why": "live over the suspend at line 40; consume(char*) at line 37 may keep its address",
; JSON-NEXT:        "defined": {
; JSON-NEXT:          "line": 35,
; JSON-NEXT:          "column": 10,
; JSON-NEXT:          "source": {
; JSON-NEXT:            "file": "echo.cpp",
; JSON-NEXT:            "line": 36,
; JSON-NEXT:            "column": 3
; JSON-NEXT:          }
; JSON-NEXT:        },
; JSON-NEXT:        "live_over": [
; JSON-NEXT:          0
; JSON-NEXT:        ],
; JSON-NEXT:        "may_keep_address": [
; JSON-NEXT:          {
; JSON-NEXT:            "line": 96,
; JSON-NEXT:            "column": 3,
; JSON-NEXT:            "source": {
; JSON-NEXT:              "file": "echo.cpp",
; JSON-NEXT:              "line": 37,
; JSON-NEXT:              "column": 3
; JSON-NEXT:            },
; JSON-NEXT:            "instruction": "call void @_Z7consumePc(ptr noundef %buf)",
; JSON-NEXT:            "callee": "_Z7consumePc",
; JSON-NEXT:            "argument": 0,
; JSON-NEXT:            "declared": {
; JSON-NEXT:              "name": "consume",
; JSON-NEXT:              "parameter": 1,
; JSON-NEXT:              "source": {
; JSON-NEXT:                "file": "echo.cpp",
; JSON-NEXT:                "line": 33,
; JSON-NEXT:                "column": 0
; JSON-NEXT:              }
; JSON-NEXT:            }
; JSON-NEXT:          }
; JSON-NEXT:        ],
; JSON-NEXT:        "fix": {
; JSON-NEXT:          "saves": 440,
; JSON-NEXT:          "live_only_so": [
; JSON-NEXT:            0
; JSON-NEXT:          ],
; JSON-NEXT:          "noescape": true,
; JSON-NEXT:          "end_scope": true,
; JSON-NEXT:          "hint": "buf is 440 bytes, live over the suspend at line 40 only because consume(char*) at line 37 may keep its address: mark the parameter `noescape` (captures(none) in IR), or end its scope before line 40; the frame is then 440 bytes smaller"
; JSON-NEXT:        }
