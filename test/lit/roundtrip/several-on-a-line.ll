; Several items stand on one line, types touch the word behind them, and a callee or a case is zeroinitializer: read as LLVM reads them.
; RUN: corolower %s -passes='function(instsimplify)' -S | FileCheck %s
; RUN: corolower %s -passes='function(instsimplify)' -S | opt-22 -passes=verify -disable-output

declare void @first() nounwind declare void @second(i1noundef, i32zeroext) @g = global i32 7 @h = global ptr @g, align 8 attributes #0 = { nounwind } define i32 @f(i8 %s) #0 {
  call void zeroinitializer()
  call void null()
  call void blockaddress(@f, %a)(i32 swiftasync 2, i32 writeonly 3)
  switch i8 %s, label %a [
    i8 zeroinitializer, label %b
    i8 1, label %b
  ]
a:
  %x = add i32 zeroinitializer, 3
  ret i32 %x
b:
  ret i32 1
}
!0 = !{} !1 = !{!0} !named = !{!0, !1}

; What a file says of an intrinsic means nothing: LLVM reads over it, and over an attribute that does not fit.
declare void @llvm.assume(i1 noalias)

; CHECK:       declare void @first() nounwind declare void @second(i1noundef, i32zeroext)
; CHECK:       switch i8 %s, label %a [
; CHECK-NEXT:    i8 0, label %b
; CHECK:         ret i32 3
; CHECK:       !1 = !{!0}
; CHECK:       !named = !{!0, !1}
