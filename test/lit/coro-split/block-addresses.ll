; Addresses of blocks that a coroutine's body names are each part's own, so that jumps stay in the function; those in a table are the ramp's.
; RUN: corolower %s -passes='cgscc(coro-split)' -S | FileCheck %s
; RUN: corolower %s -passes='cgscc(coro-split)' -S | opt-22 -passes=verify -disable-output

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
@table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
declare void @use(ptr)
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %end [i8 0, label %a
                            i8 1, label %end]
a:
  call void @use(ptr @table)
  call void @use(ptr blockaddress(@f, %b))
  %t = getelementptr i8, ptr blockaddress(@f, %a), i64 1
  indirectbr ptr blockaddress(@f, %b), [label %b, label %end]
b:
  call void @use(ptr null)
  callbr void asm "", "r,!i"(ptr blockaddress(@f, %b)) to label %end [label %c]
c:
  call void @use(ptr @f)
  br label %end
end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK-LABEL: @table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]

; CHECK-LABEL: define ptr @f(i32 %n)
; CHECK:       a:
; CHECK:         call void @use(ptr @table)
; CHECK-NEXT:    call void @use(ptr blockaddress(@f, %b))
; CHECK-NEXT:    %t = getelementptr i8, ptr blockaddress(@f, %a), i64 1
; CHECK-NEXT:    br label %b
; CHECK:         callbr void asm "", "r,!i"(ptr blockaddress(@f, %b))
; CHECK-NEXT:            to label %end [label %c]

; CHECK-LABEL: define internal fastcc void @f.resume(
; CHECK:         call void @use(ptr @table)
; CHECK-NEXT:    call void @use(ptr blockaddress(@f.resume, %b))
; CHECK-NEXT:    %t = getelementptr i8, ptr blockaddress(@f.resume, %a), i64 1
; CHECK-NEXT:    br label %b
; CHECK:         callbr void asm "", "r,!i"(ptr blockaddress(@f.resume, %b))
; CHECK-NEXT:            to label %end [label %c]

; CHECK-LABEL: define internal fastcc void @f.destroy(
; CHECK:         call void @use(ptr blockaddress(@f.destroy, %b))
; CHECK-LABEL: define internal fastcc void @f.cleanup(
; CHECK:         call void @use(ptr blockaddress(@f.cleanup, %b))
