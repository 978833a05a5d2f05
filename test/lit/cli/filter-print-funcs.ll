; -filter-print-funcs applies to the dumps of module passes: only the functions that it names are printed.
; RUN: corolower %s -passes=coro-early -print-after-all -filter-print-funcs=counter -disable-output 2>&1 | FileCheck %s
; RUN: corolower %s -passes=coro-early -print-after-all -filter-print-funcs=counter -print-module-scope -disable-output 2>&1 | FileCheck %s --check-prefix=WHOLE

; CHECK: ; *** IR Dump After CoroEarlyPass on [module] ***
; CHECK-NEXT: {{^}}define void @counter()
; CHECK-NEXT: ret void
; CHECK-NEXT: }
; CHECK-NOT: {{.}}
; WHOLE: define void @counter()
; WHOLE: define void @other()

define void @counter() {
  ret void
}

define void @other() {
  ret void
}
