; Spellings that LLVM reads: named types that are no structs, conventions by number, groups that are not there, attributes of globals, hex
; integers. What is printed anew has LLVM's spelling; a new group takes no number that the text names.
; RUN: corolower %s -passes='verify,function(simplifycfg)' -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t

; CHECK: @g = global i32 7 "key"="value"
; CHECK: define cc42 void @f(i1 %c) {
; CHECK:   %a = alloca [10 x i32]
; CHECK:   %z = alloca [2 x [10 x i32]]
; CHECK:   %q = alloca <4 x i32>
; CHECK:   %p = alloca %P
; CHECK:   call cc42 i64 @k(i64 -56558)
; CHECK:   call fastcc i64 @k2(i64 74514){{$}}
; CHECK:   call void @use({{.*}}) #11
; CHECK: define fastcc i64 @r(i64 %w) {
; CHECK:   call fastcc i64 @k2(i64 %w) #12
; CHECK: define i8 @mm() {
; CHECK:   ret i8 -1
; CHECK: attributes #11 = { "a"="2" }
; CHECK: attributes #12 = { nounwind }
%A = type [10 x i32]
%S = type { %A, i32 }
%B = type %A
%C = type <4 x i32>
%D = type i64
%0 = type [2 x %B]
%P = type <{ i8, i32 }>
@g = global i32 7 "key"="value"
@h = global %A zeroinitializer, align 4 #7 "q"
@i = global ptr @"na me" "z"
@"na me" = constant [3 x i8] c"ab\00" "w" = "x"
define cc42 void @f(i1 %c) #3 vscale_range(0,0) {
  br i1 true, label %x, label %y
x:
  %a = alloca %A
  %s = alloca %S
  %z = alloca %0
  %q = alloca %C
  %p = alloca %P
  %e = getelementptr %S, ptr %s, i32 0, i32 0, i32 3
  %n = call cc42 i64 @k(%D s0x0012312)
  %m = call cc 8 i64 @k2(%D u0x0012312) #9
  call void @use(ptr %a, ptr %e, ptr %z, ptr %q, ptr %p) "a"="1" "a"="2"
  ret void
y:
  ret void
}
declare cc 42 i64 @k(i64)
declare cc8 i64 @k2(i64) #5
declare void @use(...)
define fastcc i64 @r(i64 %w) #9 {
  br i1 true, label %x, label %y
x:
  %c = call cc 8 i64 @k2(i64 %w) nounwind
  ret i64 %c
y:
  ret i64 s0xFFFFFFFFFFFFFFFF
}
define i8 @mm() #10 {
  br i1 true, label %x, label %y
x:
  ret i8 u0xFF
y:
  ret i8 s0x7
}
