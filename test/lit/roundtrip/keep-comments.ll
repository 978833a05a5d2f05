; With --keep-comments what stands beside a coroutine stays as it is; only the coroutine is printed anew.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' --keep-comments -S -o %t
; RUN: sed -e '/; CHECK/d' %t | FileCheck %s
; REQUIRES: corolower

; CHECK: ; before anything
; before anything

; CHECK: define   i32 @plain( i32 %x ) { ; odd
; CHECK-NEXT:    %y = add   i32 %x,1
; CHECK-NEXT: ret i32 %y
; CHECK-NEXT: }
define   i32 @plain( i32 %x ) { ; odd
   %y = add   i32 %x,1
ret i32 %y
}

; CHECK: ; the coroutine
; CHECK: define ptr @f()
; the coroutine
define ptr @f() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %mem = call ptr @malloc(i64 64)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %suspend
    i8 1, label %suspend
  ]

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK: ; after it
; CHECK-NEXT: define   void @last( ) {
; after it
define   void @last( ) {
  ret void
}

; CHECK: define internal fastcc void @f.resume(
; CHECK: define internal fastcc void @f.destroy(
; CHECK: define internal fastcc void @f.cleanup(

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
