; Where the frame of a coroutine lies in another's, it is told by how much that grew; of what lies in a function that is none there is nothing to tell.
; RUN: corolower explain elision %S/explain-frame-elided.ll | FileCheck %s
; RUN: corolower explain elision --format=json --function=middle %S/explain-frame-elided.ll | FileCheck %s --check-prefix=JSON
; RUN: corolower explain elision %S/../../../examples/elision.ll | FileCheck %s --check-prefix=FUNCTION

;      CHECK: elided: 'inner' elided in 'middle' (frame_size=24, align=8)
;      CHECK: {{^}}note: the frame of 'middle' grew by 24 bytes, from 24 to 48
;      CHECK: elided: 'middle' elided in 'outer' (frame_size=48, align=8)
;      CHECK: {{^}}note: the frame of 'outer' grew by 48 bytes, from 24 to 72
; CHECK-NEXT: 2 of 2 allocations elided, after -passes='default<O2>'

;      JSON: "caller_frame": {
; JSON-NEXT:   "grows_by": 24,
; JSON-NEXT:   "from": 24,
; JSON-NEXT:   "to": 48
; JSON-NEXT: }
;      JSON: "caller_frame": {
; JSON-NEXT:   "grows_by": 48,
; JSON-NEXT:   "from": 24,
; JSON-NEXT:   "to": 72
; JSON-NEXT: }

; FUNCTION-NOT: the frame of
; FUNCTION: 1 of 2 allocations elided
