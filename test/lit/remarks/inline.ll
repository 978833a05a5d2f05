; The inliner tells in LLVM's words what it inlined and what not, printed and in YAML.
; RUN: rm -f %t.yml
; RUN: corolower %s -passes='cgscc(inline)' -pass-remarks=inline -pass-remarks-missed=inline -pass-remarks-output=%t.yml -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
; RUN: FileCheck %s --input-file=%t.yml

; TEXT: remark: <unknown>:0:0: 'small' inlined into 'f' with (cost={{.*}}, threshold={{[0-9]+}})
; TEXT: remark: <unknown>:0:0: 'never' not inlined into 'f' because it should never be inlined (cost=never): noinline function attribute

; CHECK: --- !Passed
; CHECK: Name:            Inlined
; CHECK: --- !Missed
; CHECK-NEXT: Pass:            inline
; CHECK-NEXT: Name:            NeverInline
; CHECK-NEXT: Function:        f
; CHECK-NEXT: Args:
; CHECK-NEXT:   - String:          ''''
; CHECK-NEXT:   - Callee:          never
; CHECK-NEXT:   - String:          ''' not inlined into '''
; CHECK-NEXT:   - Caller:          f
; CHECK-NEXT:   - String:          ''' because it should never be inlined '
; CHECK-NEXT:   - String:          '(cost=never)'
; CHECK-NEXT:   - String:          ': '
; CHECK-NEXT:   - Reason:          noinline function attribute
; CHECK-NEXT: ...

define i32 @small(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define i32 @never(i32 %x) noinline {
  %y = add i32 %x, 2
  ret i32 %y
}

define i32 @f(i32 %x) {
  %a = call i32 @small(i32 %x)
  %b = call i32 @never(i32 %a)
  ret i32 %b
}
