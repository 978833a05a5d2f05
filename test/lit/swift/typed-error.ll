; A call that may throw, as the Swift compiler writes it: the error comes in the register of swiftself, the last result of the suspend.
; RUN: corolower %s -passes='default<O0>' --llvm-version=22 -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%swift.async_func_pointer = type <{ i32, i32 }>
@wait64Tu = external global %swift.async_func_pointer, align 8
@typedTu = protected global %swift.async_func_pointer <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @typed to i64), i64 ptrtoint (ptr @typedTu to i64)) to i32), i32 16 }>, align 8
declare token @llvm.coro.id.async(i32, i32, i32, ptr) #1
declare ptr @llvm.coro.begin(token, ptr writeonly) #1
declare swiftcc ptr @swift_task_alloc(i64) #2
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #3
declare ptr @llvm.coro.async.resume() #4
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %0) #5 {
entry:
  %1 = load ptr, ptr %0, align 8
  %2 = call ptr @llvm.swift.async.context.addr()
  store ptr %1, ptr %2, align 8
  ret ptr %1
}
declare ptr @llvm.swift.async.context.addr() #1
declare swiftcc void @swift_task_dealloc(ptr) #2
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #3
declare i1 @llvm.coro.end.async(ptr, i1, ...) #1
declare swifttailcc void @wait64(ptr swiftasync, i64) #0
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...) #4
define protected swifttailcc void @typed(ptr swiftasync %0, i64 %1) #0 {
entry:
  %2 = alloca ptr, align 8
  %3 = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @typedTu)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  store ptr %0, ptr %2, align 8
  %5 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
  %6 = zext i32 %5 to i64
  %7 = call swiftcc ptr @swift_task_alloc(i64 %6) #2
  call void @llvm.lifetime.start.p0(i64 -1, ptr %7)
  %8 = load ptr, ptr %2, align 8
  %9 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %7, i32 0, i32 0
  store ptr %8, ptr %9, align 8
  %10 = call ptr @llvm.coro.async.resume()
  %11 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %7, i32 0, i32 1
  store ptr %10, ptr %11, align 8
  %12 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %10, ptr @__swift_async_resume_project_context, ptr @typed.0, ptr @wait64, ptr %7, i64 %1)
  %13 = extractvalue { ptr, i64 } %12, 0
  %14 = load ptr, ptr %13, align 8
  store ptr %14, ptr %2, align 8
  %15 = extractvalue { ptr, i64 } %12, 1
  call swiftcc void @swift_task_dealloc(ptr %7) #2
  call void @llvm.lifetime.end.p0(i64 -1, ptr %7)
  %16 = icmp slt i64 %15, 0
  br i1 %16, label %17, label %26

17:                                               ; preds = %entry
  %18 = insertvalue { double, i64 } undef, i64 %15, 1
  %19 = extractvalue { double, i64 } %18, 0
  %20 = extractvalue { double, i64 } %18, 1
  %21 = load ptr, ptr %2, align 8
  %22 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %21, i32 0, i32 1
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %2, align 8
  %25 = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %4, i1 false, ptr @typed.0.13, ptr %23, ptr %24, double %19, i64 %20, ptr inttoptr (i64 1 to ptr))
  unreachable

26:                                               ; preds = %entry
  %27 = sitofp i64 %15 to double
  %28 = insertvalue { double, i64 } undef, double %27, 0
  %29 = extractvalue { double, i64 } %28, 0
  %30 = extractvalue { double, i64 } %28, 1
  %31 = load ptr, ptr %2, align 8
  %32 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %31, i32 0, i32 1
  %33 = load ptr, ptr %32, align 8
  %34 = load ptr, ptr %2, align 8
  %35 = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %4, i1 false, ptr @typed.0.12, ptr %33, ptr %34, double %29, i64 %30, ptr null)
  unreachable
}
define internal swifttailcc void @typed.0(ptr %0, ptr %1, i64 %2) #6 {
entry:
  musttail call swifttailcc void %0(ptr swiftasync %1, i64 %2)
  ret void
}
define internal swifttailcc void @typed.0.12(ptr %0, ptr %1, double %2, i64 %3, ptr %4) #6 {
entry:
  musttail call swifttailcc void %0(ptr swiftasync %1, double %2, i64 %3, ptr swiftself %4)
  ret void
}
define internal swifttailcc void @typed.0.13(ptr %0, ptr %1, double %2, i64 %3, ptr %4) #6 {
entry:
  musttail call swifttailcc void %0(ptr swiftasync %1, double %2, i64 %3, ptr swiftself %4)
  ret void
}
attributes #0 = { "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind }
attributes #2 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nomerge nounwind }
attributes #5 = { alwaysinline nounwind "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { alwaysinline nounwind }

; CHECK: @typedTu = {{.*}}, i32 32 }>, align 8
; CHECK-LABEL: define protected swifttailcc void @typed(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %0, i32 16
; CHECK-NEXT:    %2 = getelementptr inbounds %typed.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store ptr %0, ptr %2, align 8
; CHECK-NEXT:    %3 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
; CHECK-NEXT:    %4 = zext i32 %3 to i64
; CHECK-NEXT:    %5 = call swiftcc ptr @swift_task_alloc(i64 %4){{.*}}
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %typed.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store ptr %5, ptr %.spill.addr, align 8
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %5)
; CHECK-NEXT:    %6 = load ptr, ptr %2, align 8
; CHECK-NEXT:    %7 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %5, i32 0, i32 0
; CHECK-NEXT:    store ptr %6, ptr %7, align 8
; CHECK-NEXT:    %8 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %5, i32 0, i32 1
; CHECK-NEXT:    store ptr @typedTQ0_, ptr %8, align 8
; CHECK-NEXT:    musttail call swifttailcc void @wait64(ptr swiftasync %5, i64 %1)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @typedTQ0_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %3 = call ptr @llvm.swift.async.context.addr()
; CHECK-NEXT:    store ptr %2, ptr %3, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %2, i32 16
; CHECK-NEXT:    %4 = getelementptr inbounds %typed.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %typed.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %.reload = load ptr, ptr %.reload.addr, align 8
; CHECK-NEXT:    %5 = load ptr, ptr %0, align 8
; CHECK-NEXT:    store ptr %5, ptr %4, align 8
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %.reload){{.*}}
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(i64 -1, ptr %.reload)
; CHECK-NEXT:    %6 = icmp slt i64 %1, 0
; CHECK-NEXT:    br i1 %6, label %MustTailCall.Before.CoroEnd, label %MustTailCall.Before.CoroEnd1
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %7 = insertvalue { double, i64 } undef, i64 %1, 1
; CHECK-NEXT:    %8 = extractvalue { double, i64 } %7, 0
; CHECK-NEXT:    %9 = extractvalue { double, i64 } %7, 1
; CHECK-NEXT:    %10 = load ptr, ptr %4, align 8
; CHECK-NEXT:    %11 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %10, i32 0, i32 1
; CHECK-NEXT:    %12 = load ptr, ptr %11, align 8
; CHECK-NEXT:    %13 = load ptr, ptr %4, align 8
; CHECK-NEXT:    musttail call swifttailcc void %12(ptr swiftasync %13, double %8, i64 %9, ptr swiftself inttoptr (i64 1 to ptr))
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd1:
; CHECK-NEXT:    %14 = sitofp i64 %1 to double
; CHECK-NEXT:    %15 = insertvalue { double, i64 } undef, double %14, 0
; CHECK-NEXT:    %16 = extractvalue { double, i64 } %15, 0
; CHECK-NEXT:    %17 = extractvalue { double, i64 } %15, 1
; CHECK-NEXT:    %18 = load ptr, ptr %4, align 8
; CHECK-NEXT:    %19 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %18, i32 0, i32 1
; CHECK-NEXT:    %20 = load ptr, ptr %19, align 8
; CHECK-NEXT:    %21 = load ptr, ptr %4, align 8
; CHECK-NEXT:    musttail call swifttailcc void %20(ptr swiftasync %21, double %16, i64 %17, ptr swiftself null)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
