; A coroutine that has addresses within its frame in it, as one with the frame of another has, gives them to who reads from there.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt tells no reasons
; RUN: sed '/^define .* @_Z5lateri(/,/^}/s/_Z7measurei/_Z5twicei/' %S/../../../examples/tasks.ll | corolower explain elision --missed | FileCheck %s
; RUN: corolower explain elision --missed %S/../../../examples/tasks.ll | FileCheck %s --check-prefix=ONE

; CHECK: missed: 'twice(int)' not elided in 'later(int)'
; CHECK: note: this load may read an address within the frame, which may escape from here, {{.*}}at `{{.*}} = load
; CHECK: note: no fix: other code has the handle, and may use it at any time

; ONE: missed: 'measure(int)' not elided in 'later(int)'
; ONE: note: the handle is stored to @current
