; A handle that is given away: the reason names the store. A coroutine that holds the frame of another says no less.
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt tells no reasons
; RUN: corolower explain elision --missed %S/../../../examples/tasks.ll | FileCheck %s -DNAME=measure
; RUN: sed '/^define .* @_Z5lateri(/,/^}/s/_Z7measurei/_Z5twicei/' %S/../../../examples/tasks.ll | corolower explain elision --missed | FileCheck %s -DNAME=twice

; CHECK: missed: '[[NAME]](int)' not elided in 'later(int)'
; CHECK: note: the handle is stored to @current
; CHECK: note: no fix: other code has the handle, and may use it at any time
