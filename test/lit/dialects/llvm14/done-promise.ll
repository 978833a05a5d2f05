; Typed coro.done and coro.promise.
; RUN: corolower %s -passes='function(coro-early)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early)' -S | opt-14 -passes=verify -disable-output

define i1 @peek_done(i8* %h) {
  %p = call i8* @llvm.coro.promise(i8* %h, i32 4, i1 false)
  call void @use(i8* %p)
  %d = call i1 @llvm.coro.done(i8* %h)
  ret i1 %d
}

; CHECK-LABEL: define i1 @peek_done(i8* %h)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds i8, i8* %h, i32 16
; CHECK-NEXT: call void @use(i8* %[[T]])
; CHECK-NEXT: %[[T_1:[0-9]+]] = bitcast i8* %h to i8**
; CHECK-NEXT: %[[T_2:[0-9]+]] = load i8*, i8** %[[T_1]], align 8
; CHECK-NEXT: %[[T_3:[0-9]+]] = icmp eq i8* %[[T_2]], null
; CHECK-NEXT: ret i1 %[[T_3]]

declare i1 @llvm.coro.done(i8*)
declare i8* @llvm.coro.promise(i8*, i32, i1)
declare void @use(i8*)
