; Comments go, here and in what is lowered, but for those that LLVM prints itself; semicolons in strings are none.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S -o %t
; RUN: FileCheck %s --input-file=%t
; With and without them the module is the same to LLVM.
; RUN: corolower %s -passes=coro-early -S | opt-22 -S -o %t.without
; RUN: corolower %s -passes=coro-early --keep-comments -S | opt-22 -S -o %t.with
; RUN: diff %t.without %t.with
; REQUIRES: corolower

; CHECK-NOT: {{; [a-z]}}
; CHECK:      module asm "; in a string"
; CHECK-EMPTY:
; CHECK-NEXT: %f.Frame = type
; CHECK:      @a = global [2 x i8] c"; "
; CHECK-NOT:  ;
; CHECK:      define   i32 @"f;g"( i32 %x ){{$}}
; CHECK-NEXT: {{^ *}}"k;"=";v"{{$}}
; CHECK-NEXT: {
; CHECK-NEXT:    call void asm "; inline", ""()
; CHECK-NEXT:    br label %b
; CHECK-EMPTY:
; CHECK-NEXT: b:                                                ; preds = %0
; CHECK-NEXT: ret i32 %x
; CHECK-NEXT: }
; CHECK-NOT:  {{; [a-z]}}
; CHECK:      define ptr @f()
; CHECK:      ; preds = 
; CHECK:      define internal fastcc void @f.cleanup(
; CHECK:      ; Function Attrs: cold
; CHECK-NEXT: declare token @llvm.coro.id
; CHECK-NOT:  {{; [a-z]}}
; CHECK:      !0 = !{!"; text"}

module asm "; in a string" ; not in one

; about a
@a = global [2 x i8] c"; " ; behind a
; about f;g
define   i32 @"f;g"( i32 %x ) ; in a header
  "k;"=";v" ; and again
{ ; the brace
   call void asm "; inline", ""() ; a call
 ; a line
   br label %b ; a branch

; about b

b:                                                ; preds = %0
ret i32 %x
; the end
}

; the coroutine
define ptr @f() presplitcoroutine { ; here
entry: ; there
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false) ; wait
  switch i8 %s, label %suspend [
    i8 0, label %suspend
    i8 1, label %suspend
  ]

suspend: ; out
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; Function Attrs: cold
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1) ; asks
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)

!named = !{!0} ; a list
!0 = !{!"; text"} ; a node
; tail
