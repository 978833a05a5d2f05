; Blocks known by their address stay what they are, whoever knows it: a table, another function, the function itself. Where one is gone or
; has another number, what names it is told, as LLVM does it.
; RUN: corolower %s -passes='function(simplifycfg,early-cse)' -S -o %t
; RUN: FileCheck %s < %t
; RUN: opt-22 -passes=verify -disable-output %t

; CHECK: @direct = global ptr inttoptr (i32 1 to ptr)
@direct = global ptr blockaddress(@dead, %b)
; CHECK: @table = constant [3 x ptr] [ptr blockaddress(@numbered, %1), ptr blockaddress(@numbered, %5), ptr inttoptr (i32 1 to ptr)]{{$}}
@table = constant [3 x ptr] [ptr blockaddress(@numbered, %4), ptr blockaddress ( @numbered , %8 ), ptr blockaddress(@dead, %"b c")] ; blockaddress(@numbered, %6)
; CHECK: @text = constant {{.*}} c"blockaddress(@dead, %b)\00"
@text = constant [24 x i8] c"blockaddress(@dead, %b)\00"
; CHECK: @inner = global i64 ptrtoint (ptr inttoptr (i32 1 to ptr) to i64)
@inner = global i64 ptrtoint (ptr blockaddress(@dead, %b) to i64)

; CHECK-LABEL: define i32 @dead(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    ret i32 0
define i32 @dead(i1 %c) {
entry:
  br i1 false, label %b, label %a
a:
  ret i32 0
b:
  br label %"b c"
"b c":
  ret i32 1
}

; CHECK-LABEL: define i32 @numbered(
; CHECK:         indirectbr ptr %p, [label %1, label %3, label %5]
; CHECK:       1:
; CHECK-NEXT:    %2 = call i32 @f(i32 1)
; CHECK:       3:
; CHECK:       5:
; CHECK-NEXT:    br label %3
define i32 @numbered(ptr %p, i32 %n) {
  br label %2
2:
  %3 = add i32 %n, 1
  indirectbr ptr %p, [label %4, label %6, label %8]
4:
  %5 = call i32 @f(i32 1)
  br label %6
6:
  %7 = phi i32 [ 0, %2 ], [ 1, %4 ], [ 2, %8 ]
  ret i32 %7
8:
  br label %6
}

; The address of a block of another function, in code: @dead is read before this function and after it.
; CHECK-LABEL: define ptr @other(
; CHECK-NEXT:  x:
; CHECK-NEXT:    ret ptr inttoptr (i32 1 to ptr)
define ptr @other(i1 %c) {
  br i1 true, label %x, label %y
x:
  ret ptr blockaddress(@dead, %b)
y:
  ret ptr null
}

; A straight line of blocks, one of them known: nothing joins it with what is in front.
; CHECK-LABEL: define void @line(
; CHECK:         call void @note(ptr blockaddress(@line, %known))
; CHECK-NEXT:    br label %known
; CHECK:       known:
; CHECK-NEXT:    call void @note(ptr blockaddress(@later, %known))
; CHECK-NEXT:    ret void
define void @line() {
  call void @note(ptr blockaddress(@line, %known))
  br label %known
known:
  call void @note(ptr blockaddress(@later, %known))
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @later(
; CHECK:       known:
define void @later(i1 %c) {
  br i1 %c, label %known, label %end
known:
  br label %end
end:
  ret void
}

; What only the function itself knows goes with the block.
; CHECK-LABEL: define ptr @self(
; CHECK-NEXT:    ret ptr inttoptr (i32 1 to ptr)
define ptr @self() {
  ret ptr blockaddress(@self, %gone)
gone:
  ret ptr null
}

declare i32 @f(i32)
declare void @note(ptr)
