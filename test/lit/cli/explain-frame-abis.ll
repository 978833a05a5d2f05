; Frames of all ABIs are explained; only the switched one has fields of its own.
; RUN: corolower explain frame %S/../coro-split-async/async-entry.ll | FileCheck %s --check-prefix=ASYNC
; RUN: corolower explain frame %S/../coro-split-retcon/allocated.ll | FileCheck %s --check-prefix=RETCON
; RUN: corolower explain frame %S/../coro-split-dynamic/allocator-again.ll | FileCheck %s --check-prefix=DYNAMIC

; ASYNC: frame: 'f' has 8 bytes, align 8, 2 suspends
; ASYNC-NEXT: async; 0 bytes of padding
; ASYNC: 0 8 8 %n: i64, line 9 live over all suspends
; RETCON: frame: 'gen' has 16 bytes, align 8, 1 suspend
; RETCON-NEXT: returned-continuation; 4 bytes of padding
; RETCON: 0 8 8 %p: ptr, line 5 live over the suspend at line 12
; RETCON: 12 4 padding
; DYNAMIC: frame: 'f' has 8 bytes, align 8, 1 suspend
; DYNAMIC-NEXT: returned-continuation-once-dynamic; 0 bytes of padding
; DYNAMIC: 0 8 8 %n: i64, line 8 live over the suspend at line 13
