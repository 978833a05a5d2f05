; With typed pointers.
; RUN: corolower %s -passes='coro-early,function(coro-async-merge-contexts)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,function(coro-async-merge-contexts)' -S | opt-14 -passes=verify -disable-output
; REQUIRES: corolower

%ctx = type <{ i8*, i8* }>
%afp = type <{ i32, i32 }>
@fTu = global %afp <{ i32 1, i32 16 }>
@gTu = external global %afp
@hTu = external global %afp

; CHECK-LABEL: define void @f(
; CHECK:         %[[AT:.*]] = getelementptr inbounds %afp, %afp* @hTu, i32 0, i32 1
; CHECK-NEXT:    %[[H:.*]] = load i32, i32* %[[AT]], align 4
; CHECK:         %a = call swiftcc i8* @swift_task_alloc(i64 %
; CHECK-NEXT:    %ac = bitcast i8* %a to %ctx*
; CHECK-NEXT:    call void @use(%ctx* %ac)
; CHECK-NEXT:    %bc = bitcast i8* %a to %ctx*
; CHECK-NEXT:    call void @use(%ctx* %bc)
; CHECK-NEXT:    %[[B:.*]] = bitcast %ctx* %bc to i8*
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(i8* %[[B]])
; CHECK-NEXT:    ret void
define void @f(i8* swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, i8* bitcast (%afp* @fTu to i8*))
  %za = load i32, i32* getelementptr inbounds (%afp, %afp* @gTu, i32 0, i32 1), align 4
  %wa = zext i32 %za to i64
  %a = call swiftcc i8* @swift_task_alloc(i64 %wa)
  call void @llvm.lifetime.start.p0i8(i64 -1, i8* %a)
  %ac = bitcast i8* %a to %ctx*
  call void @use(%ctx* %ac)
  %ad = bitcast %ctx* %ac to i8*
  call swiftcc void @swift_task_dealloc(i8* %ad)
  call void @llvm.lifetime.end.p0i8(i64 -1, i8* %ad)
  %zb = load i32, i32* getelementptr inbounds (%afp, %afp* @hTu, i32 0, i32 1), align 4
  %wb = zext i32 %zb to i64
  %b = call swiftcc i8* @swift_task_alloc(i64 %wb)
  call void @llvm.lifetime.start.p0i8(i64 -1, i8* %b)
  %bc = bitcast i8* %b to %ctx*
  call void @use(%ctx* %bc)
  %bd = bitcast %ctx* %bc to i8*
  call swiftcc void @swift_task_dealloc(i8* %bd)
  ret void
}
declare swiftcc i8* @swift_task_alloc(i64)
declare swiftcc void @swift_task_dealloc(i8*)
declare void @use(%ctx*)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)
declare token @llvm.coro.id.async(i32, i32, i32, i8*)
