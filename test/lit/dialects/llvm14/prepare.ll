; With typed pointers the casts around llvm.coro.prepare go with it where they end at the function's own type.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(coro-split)' -S | opt-14 -passes=verify -disable-output

define i32 @g(i32 %x) {
  ret i32 %x
}
define i32 @main() {
  %c = bitcast i32 (i32)* @g to i8*
  %p = call i8* @llvm.coro.prepare.retcon(i8* %c)
  %q = bitcast i8* %p to i32 (i32)*
  %r = call i32 %q(i32 5)
  %p2 = call i8* @llvm.coro.prepare.async(i8* bitcast (i32 (i32)* @g to i8*))
  %q2 = bitcast i8* %p2 to i32 (i32)*
  %r2 = call i32 %q2(i32 6)
  call void @use(i8* %p2)
  ret i32 0
}
declare void @use(i8*)
declare i8* @llvm.coro.prepare.retcon(i8*)
declare i8* @llvm.coro.prepare.async(i8*)

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT:    %r = call i32 @g(i32 5)
; CHECK-NEXT:    %r2 = call i32 @g(i32 6)
; CHECK-NEXT:    call void @use(i8* bitcast (i32 (i32)* @g to i8*))
; CHECK-NEXT:    ret i32 0
