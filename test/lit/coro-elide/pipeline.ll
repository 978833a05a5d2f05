; The whole way: split bottom-up, the ramp inlined into the caller, the frame a local there, the calls direct.
; RUN: corolower %s -passes='coro-early,cgscc(inline,coro-split),function(coro-elide,simplifycfg),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(inline,coro-split),function(coro-elide,simplifycfg),coro-cleanup' -pass-remarks=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: corolower %s -passes='coro-early,cgscc(inline,coro-split),function(coro-elide,simplifycfg),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  br label %loop

loop:
  %val = phi i32 [ %n, %begin ], [ %inc, %loop ]
  %inc = add nsw i32 %val, 1
  call void @print(i32 %val)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
entry:
  %hdl = call ptr @f(i32 4)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.destroy(ptr %hdl)
  ret i32 0
}

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT:  entry:
; CHECK-NEXT:    alloca [24 x i8], align 8
; CHECK-NOT:     @malloc
; CHECK:         call void @print(i32 4)
; CHECK:         call fastcc void @f.resume(
; CHECK-NEXT:    call fastcc void @f.resume(
; CHECK-NEXT:    call fastcc void @f.cleanup(
; CHECK-NEXT:    ret i32 0

; REMARK: remark: <unknown>:0:0: 'f' elided in 'main' (frame_size=24, align=8)

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
