; With typed pointers, as LLVM 14 has them.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-14 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
%ctx = type { %ctx*, void (i8*)* }
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swiftcc void @f(%ctx* swiftasync %c, i64 %n, i64* %p) {
entry:
  %x = alloca [2 x i64], align 64
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, i8* bitcast (<{ i32, i32 }>* @fTu to i8*))
  %h = call i8* @llvm.coro.begin(token %id, i8* null)
  %xp = bitcast [2 x i64]* %x to i8*
  call void @use(i8* %xp)
  %r = call i8* @llvm.coro.async.resume()
  %rf = bitcast i8* %r to void (i8*)*
  %slot = getelementptr inbounds %ctx, %ctx* %c, i32 0, i32 1
  store void (i8*)* %rf, void (i8*)** %slot, align 8
  %cp = bitcast %ctx* %c to i8*
  %s = call { i8*, i64 } (i32, i8*, i8*, ...) @llvm.coro.suspend.async.sl_p0i8i64s(i32 0, i8* %r, i8* bitcast (i8* (i8*)* @__swift_async_resume_project_context to i8*), i8* bitcast (void (%ctx*)* @go to i8*), i8* %cp)
  %v = extractvalue { i8*, i64 } %s, 1
  store i64 %v, i64* %p, align 8
  call void @use(i8* %xp)
  %e = call i1 (i8*, i1, ...) @llvm.coro.end.async(i8* %h, i1 false, void (%ctx*)* @go, %ctx* %c)
  unreachable
}
define internal swiftcc void @go(%ctx* %c) {
  tail call swiftcc void @callee(%ctx* swiftasync %c)
  ret void
}
declare swiftcc void @callee(%ctx* swiftasync)
define linkonce_odr hidden i8* @__swift_async_resume_project_context(i8* %c) {
  %q = bitcast i8* %c to i8**
  %p = load i8*, i8** %q, align 8
  ret i8* %p
}
declare void @use(i8*)
declare token @llvm.coro.id.async(i32, i32, i32, i8*)
declare i8* @llvm.coro.begin(token, i8*)
declare i8* @llvm.coro.async.resume()
declare { i8*, i64 } @llvm.coro.suspend.async.sl_p0i8i64s(i32, i8*, i8*, ...)
declare i1 @llvm.coro.end.async(i8*, i1, ...)

; CHECK: @fTu = {{.*}}, i32 96 }>
; CHECK-LABEL: define swiftcc void @f(%ctx* swiftasync %c, i64 %n, i64* %p)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %0 = bitcast %ctx* %c to i8*
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, i8* %0, i32 16
; CHECK-NEXT:    %FramePtr = bitcast i8* %async.ctx.frameptr to %f.Frame*
; CHECK-NEXT:    %1 = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT:    %2 = ptrtoint [2 x i64]* %1 to i64
; CHECK-NEXT:    %3 = add i64 %2, 63
; CHECK-NEXT:    %4 = and i64 %3, -64
; CHECK-NEXT:    %x = inttoptr i64 %4 to [2 x i64]*
; CHECK-NEXT:    %p.spill.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 3
; CHECK-NEXT:    store i64* %p, i64** %p.spill.addr, align 8
; CHECK-NEXT:    %c.spill.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK-NEXT:    store %ctx* %c, %ctx** %c.spill.addr, align 8
; CHECK-NEXT:    %xp = bitcast [2 x i64]* %x to i8*
; CHECK-NEXT:    call void @use(i8* %xp)
; CHECK-NEXT:    %rf = bitcast i8* bitcast (void (i8*, i64)* @fTQ0_ to i8*) to void (i8*)*
; CHECK-NEXT:    %slot = getelementptr inbounds %ctx, %ctx* %c, i32 0, i32 1
; CHECK-NEXT:    store void (i8*)* %rf, void (i8*)** %slot, align 8
; CHECK-NEXT:    %cp = bitcast %ctx* %c to i8*
; CHECK-NEXT:    %5 = bitcast i8* %cp to %ctx*
; CHECK-NEXT:    tail call swiftcc void @callee(%ctx* swiftasync %5)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @fTQ0_(i8* swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %q.i = bitcast i8* %0 to i8**
; CHECK-NEXT:    %p.i = load i8*, i8** %q.i, align 8
; CHECK-NEXT:    %2 = getelementptr inbounds i8, i8* %p.i, i32 16
; CHECK-NEXT:    %FramePtr = bitcast i8* %2 to %f.Frame*
; CHECK-NEXT:    %vFrame = bitcast %f.Frame* %FramePtr to i8*
; CHECK-NEXT:    %3 = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 0
; CHECK-NEXT:    %4 = ptrtoint [2 x i64]* %3 to i64
; CHECK-NEXT:    %5 = add i64 %4, 63
; CHECK-NEXT:    %6 = and i64 %5, -64
; CHECK-NEXT:    %x = inttoptr i64 %6 to [2 x i64]*
; CHECK-NEXT:    %p.reload.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 3
; CHECK-NEXT:    %p.reload = load i64*, i64** %p.reload.addr, align 8
; CHECK-NEXT:    %xp1 = bitcast [2 x i64]* %x to i8*
; CHECK-NEXT:    store i64 %1, i64* %p.reload, align 8
; CHECK-NEXT:    call void @use(i8* %xp1)
; CHECK-NEXT:    %c.reload.addr = getelementptr inbounds %f.Frame, %f.Frame* %FramePtr, i32 0, i32 2
; CHECK-NEXT:    %c.reload = load %ctx*, %ctx** %c.reload.addr, align 8
; CHECK-NEXT:    tail call swiftcc void @callee(%ctx* swiftasync %c.reload)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
