; A loop that awaits, as the Swift compiler writes it. PowerPC has no tail calls either.
; RUN: corolower %s -passes='default<O0>' --llvm-version=22 -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:e-Fn32-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"
target triple = "powerpc64le-unknown-linux-gnu"
%swift.async_func_pointer = type <{ i32, i32 }>
@wait64Tu = external global %swift.async_func_pointer, align 8
@sumTu = protected global %swift.async_func_pointer <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @sum to i64), i64 ptrtoint (ptr @sumTu to i64)) to i32), i32 16 }>, align 8
declare token @llvm.coro.id.async(i32, i32, i32, ptr) #1
declare ptr @llvm.coro.begin(token, ptr writeonly) #1
declare swiftcc ptr @swift_task_alloc(i64) #2
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #3
declare ptr @llvm.coro.async.resume() #4
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %0) #5 {
entry:
  %1 = load ptr, ptr %0, align 8
  ret ptr %1
}
declare swiftcc void @swift_task_dealloc(ptr) #2
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #3
declare swiftcc void @wait64(ptr swiftasync, i64) #0
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...) #4
declare i1 @llvm.coro.end.async(ptr, i1, ...) #1
define protected swiftcc void @sum(ptr swiftasync %0, i64 %1) #0 {
entry:
  %2 = alloca ptr, align 8
  %3 = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @sumTu)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  store ptr %0, ptr %2, align 8
  br label %5

5:                                                ; preds = %9, %entry
  %6 = phi i64 [ 0, %entry ], [ %22, %9 ]
  %7 = phi i64 [ 0, %entry ], [ %21, %9 ]
  %8 = icmp slt i64 %6, %1
  br i1 %8, label %9, label %23

9:                                                ; preds = %5
  %10 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
  %11 = zext i32 %10 to i64
  %12 = call swiftcc ptr @swift_task_alloc(i64 %11) #2
  call void @llvm.lifetime.start.p0(i64 -1, ptr %12)
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 0
  store ptr %13, ptr %14, align 8
  %15 = call ptr @llvm.coro.async.resume()
  %16 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 1
  store ptr %15, ptr %16, align 8
  %17 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %15, ptr @__swift_async_resume_project_context, ptr @sum.0.8, ptr @wait64, ptr %12, i64 %6)
  %18 = extractvalue { ptr, i64 } %17, 0
  %19 = load ptr, ptr %18, align 8
  store ptr %19, ptr %2, align 8
  %20 = extractvalue { ptr, i64 } %17, 1
  call swiftcc void @swift_task_dealloc(ptr %12) #2
  call void @llvm.lifetime.end.p0(i64 -1, ptr %12)
  %21 = add i64 %7, %20
  call swiftcc void @note(i64 %21)
  %22 = add i64 %6, 1
  br label %5

23:                                               ; preds = %5
  %24 = load ptr, ptr %2, align 8
  %25 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %24, i32 0, i32 1
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %2, align 8
  %28 = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %4, i1 false, ptr @sum.0, ptr %26, ptr %27, i64 %7)
  ret void
}
define internal swiftcc void @sum.0(ptr %0, ptr %1, i64 %2) #6 {
entry:
  tail call swiftcc void %0(ptr swiftasync %1, i64 %2)
  ret void
}
define internal swiftcc void @sum.0.8(ptr %0, ptr %1, i64 %2) #6 {
entry:
  tail call swiftcc void %0(ptr swiftasync %1, i64 %2)
  ret void
}
declare swiftcc void @note(i64) #0
attributes #0 = { "target-features"="+64bit,+allow-unaligned-fp-access,+altivec,+bpermd,+cmpb,+crbits,+crypto,+direct-move,+extdiv,+fcpsgn,+fpcvt,+fprnd,+fpu,+fre,+fres,+frsqrte,+frsqrtes,+fsqrt,+fuse-addi-load,+fuse-addis-load,+fusion,+hard-float,+htm,+icbt,+isa-v206-instructions,+isa-v207-instructions,+isel,+ldbrx,+lfiwax,+mfocrf,+partword-atomics,+popcntd,+power8-altivec,+power8-vector,+predictable-select-expensive,+quadword-atomics,+recipprec,+stfiwx,+two-const-nr,+vsx" }
attributes #1 = { nounwind }
attributes #2 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nomerge nounwind }
attributes #5 = { alwaysinline nounwind "target-features"="+64bit,+allow-unaligned-fp-access,+altivec,+bpermd,+cmpb,+crbits,+crypto,+direct-move,+extdiv,+fcpsgn,+fpcvt,+fprnd,+fpu,+fre,+fres,+frsqrte,+frsqrtes,+fsqrt,+fuse-addi-load,+fuse-addis-load,+fusion,+hard-float,+htm,+icbt,+isa-v206-instructions,+isa-v207-instructions,+isel,+ldbrx,+lfiwax,+mfocrf,+partword-atomics,+popcntd,+power8-altivec,+power8-vector,+predictable-select-expensive,+quadword-atomics,+recipprec,+stfiwx,+two-const-nr,+vsx" }
attributes #6 = { alwaysinline nounwind }

; CHECK: @sumTu = {{.*}}, i32 64 }>, align 8
; CHECK-LABEL: define protected swiftcc void @sum(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %0, i32 16
; CHECK-NEXT:    %2 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i64 %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    store ptr %0, ptr %2, align 8
; CHECK-NEXT:    %.spill.addr7 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    store i64 0, ptr %.spill.addr7, align 8
; CHECK-NEXT:    %.spill.addr4 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 0, ptr %.spill.addr4, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %.reload = load i64, ptr %.reload.addr, align 8
; CHECK-NEXT:    %3 = icmp slt i64 0, %.reload
; CHECK-NEXT:    br i1 %3, label %CoroSuspend, label %MustTailCall.Before.CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %4 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
; CHECK-NEXT:    %5 = zext i32 %4 to i64
; CHECK-NEXT:    %6 = call swiftcc ptr @swift_task_alloc(i64 %5){{.*}}
; CHECK-NEXT:    %.spill.addr10 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store ptr %6, ptr %.spill.addr10, align 8
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %6)
; CHECK-NEXT:    %7 = load ptr, ptr %2, align 8
; CHECK-NEXT:    %8 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %6, i32 0, i32 0
; CHECK-NEXT:    store ptr %7, ptr %8, align 8
; CHECK-NEXT:    %9 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %6, i32 0, i32 1
; CHECK-NEXT:    store ptr @sumTQ0_, ptr %9, align 8
; CHECK-NEXT:    call swiftcc void @wait64(ptr swiftasync %6, i64 0)
; CHECK-NEXT:    br label %common.ret
; CHECK:       common.ret:
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %10 = load ptr, ptr %2, align 8
; CHECK-NEXT:    %11 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %10, i32 0, i32 1
; CHECK-NEXT:    %12 = load ptr, ptr %11, align 8
; CHECK-NEXT:    %13 = load ptr, ptr %2, align 8
; CHECK-NEXT:    call swiftcc void %12(ptr swiftasync %13, i64 0)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @sumTQ0_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %2, i32 16
; CHECK-NEXT:    %3 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload.addr11 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    %.reload12 = load ptr, ptr %.reload.addr11, align 8
; CHECK-NEXT:    %.reload.addr8 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %.reload9 = load i64, ptr %.reload.addr8, align 8
; CHECK-NEXT:    %.reload.addr5 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %.reload6 = load i64, ptr %.reload.addr5, align 8
; CHECK-NEXT:    %4 = load ptr, ptr %0, align 8
; CHECK-NEXT:    store ptr %4, ptr %3, align 8
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %.reload12){{.*}}
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(i64 -1, ptr %.reload12)
; CHECK-NEXT:    %5 = add i64 %.reload9, %1
; CHECK-NEXT:    call swiftcc void @note(i64 %5)
; CHECK-NEXT:    %6 = add i64 %.reload6, 1
; CHECK-NEXT:    %.spill.addr7 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    store i64 %5, ptr %.spill.addr7, align 8
; CHECK-NEXT:    %.spill.addr4 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 %6, ptr %.spill.addr4, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %.reload = load i64, ptr %.reload.addr, align 8
; CHECK-NEXT:    %7 = icmp slt i64 %6, %.reload
; CHECK-NEXT:    br i1 %7, label %CoroSuspend, label %MustTailCall.Before.CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %8 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
; CHECK-NEXT:    %9 = zext i32 %8 to i64
; CHECK-NEXT:    %10 = call swiftcc ptr @swift_task_alloc(i64 %9){{.*}}
; CHECK-NEXT:    %.spill.addr10 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store ptr %10, ptr %.spill.addr10, align 8
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %10)
; CHECK-NEXT:    %11 = load ptr, ptr %3, align 8
; CHECK-NEXT:    %12 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %10, i32 0, i32 0
; CHECK-NEXT:    store ptr %11, ptr %12, align 8
; CHECK-NEXT:    %13 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %10, i32 0, i32 1
; CHECK-NEXT:    store ptr @sumTQ0_, ptr %13, align 8
; CHECK-NEXT:    call swiftcc void @wait64(ptr swiftasync %10, i64 %6)
; CHECK-NEXT:    br label %common.ret
; CHECK:       common.ret:
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %14 = load ptr, ptr %3, align 8
; CHECK-NEXT:    %15 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %14, i32 0, i32 1
; CHECK-NEXT:    %16 = load ptr, ptr %15, align 8
; CHECK-NEXT:    %17 = load ptr, ptr %3, align 8
; CHECK-NEXT:    call swiftcc void %16(ptr swiftasync %17, i64 %5)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
