; A loop that awaits, as the Swift compiler writes it. WebAssembly without tail calls: control is handed on by calls that come back.
; RUN: corolower %s -passes='default<O0>' --llvm-version=22 -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
target triple = "wasm32-unknown-wasip1"
%swift.async_func_pointer = type <{ i32, i32 }>
$__swift_async_resume_project_context = comdat any
@wait64Tu = external global %swift.async_func_pointer, align 4
@sumTu = global %swift.async_func_pointer <{ i32 ptrtoint (ptr @sum to i32), i32 8 }>, align 4
declare token @llvm.coro.id.async(i32, i32, i32, ptr) #1
declare ptr @llvm.coro.begin(token, ptr writeonly) #1
declare swiftcc ptr @swift_task_alloc(i32) #2
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #3
declare ptr @llvm.coro.async.resume() #4
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %0) #5 comdat {
entry:
  %1 = load ptr, ptr %0, align 4
  ret ptr %1
}
declare swiftcc void @swift_task_dealloc(ptr) #2
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #3
declare swiftcc void @wait64(ptr swiftasync, i64) #0
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...) #4
declare i1 @llvm.coro.end.async(ptr, i1, ...) #1
define swiftcc void @sum(ptr swiftasync %0, i64 %1) #0 {
entry:
  %2 = alloca ptr, align 4
  %3 = call token @llvm.coro.id.async(i32 8, i32 16, i32 0, ptr @sumTu)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  store ptr %0, ptr %2, align 4
  br label %5

5:                                                ; preds = %9, %entry
  %6 = phi i64 [ 0, %entry ], [ %21, %9 ]
  %7 = phi i64 [ 0, %entry ], [ %20, %9 ]
  %8 = icmp slt i64 %6, %1
  br i1 %8, label %9, label %22

9:                                                ; preds = %5
  %10 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 4
  %11 = call swiftcc ptr @swift_task_alloc(i32 %10) #2
  call void @llvm.lifetime.start.p0(i64 -1, ptr %11)
  %12 = load ptr, ptr %2, align 4
  %13 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %11, i32 0, i32 0
  store ptr %12, ptr %13, align 4
  %14 = call ptr @llvm.coro.async.resume()
  %15 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %11, i32 0, i32 1
  store ptr %14, ptr %15, align 4
  %16 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %14, ptr @__swift_async_resume_project_context, ptr @sum.0.8, ptr @wait64, ptr %11, i64 %6)
  %17 = extractvalue { ptr, i64 } %16, 0
  %18 = load ptr, ptr %17, align 4
  store ptr %18, ptr %2, align 4
  %19 = extractvalue { ptr, i64 } %16, 1
  call swiftcc void @swift_task_dealloc(ptr %11) #2
  call void @llvm.lifetime.end.p0(i64 -1, ptr %11)
  %20 = add i64 %7, %19
  call swiftcc void @note(i64 %20)
  %21 = add i64 %6, 1
  br label %5

22:                                               ; preds = %5
  %23 = load ptr, ptr %2, align 4
  %24 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %23, i32 0, i32 1
  %25 = load ptr, ptr %24, align 4
  %26 = load ptr, ptr %2, align 4
  %27 = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %4, i1 false, ptr @sum.0, ptr %25, ptr %26, i64 %7)
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
attributes #0 = { "target-features"="+bulk-memory,+bulk-memory-opt,+call-indirect-overlong,+multivalue,+mutable-globals,+nontrapping-fptoint,+reference-types,+sign-ext" }
attributes #1 = { nounwind }
attributes #2 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nomerge nounwind }
attributes #5 = { alwaysinline nounwind "target-features"="+bulk-memory,+bulk-memory-opt,+call-indirect-overlong,+multivalue,+mutable-globals,+nontrapping-fptoint,+reference-types,+sign-ext" }
attributes #6 = { alwaysinline nounwind }

; CHECK: @sumTu = {{.*}}, i32 48 }>, align 4
; CHECK-LABEL: define swiftcc void @sum(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %0, i32 8
; CHECK-NEXT:    %2 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %.spill.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    store i64 %1, ptr %.spill.addr, align 8
; CHECK-NEXT:    store ptr %0, ptr %2, align 4
; CHECK-NEXT:    %.spill.addr7 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 0, ptr %.spill.addr7, align 8
; CHECK-NEXT:    %.spill.addr4 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i64 0, ptr %.spill.addr4, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload = load i64, ptr %.reload.addr, align 8
; CHECK-NEXT:    %3 = icmp slt i64 0, %.reload
; CHECK-NEXT:    br i1 %3, label %CoroSuspend, label %MustTailCall.Before.CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %4 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 4
; CHECK-NEXT:    %5 = call swiftcc ptr @swift_task_alloc(i32 %4){{.*}}
; CHECK-NEXT:    %.spill.addr10 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store ptr %5, ptr %.spill.addr10, align 4
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %5)
; CHECK-NEXT:    %6 = load ptr, ptr %2, align 4
; CHECK-NEXT:    %7 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %5, i32 0, i32 0
; CHECK-NEXT:    store ptr %6, ptr %7, align 4
; CHECK-NEXT:    %8 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %5, i32 0, i32 1
; CHECK-NEXT:    store ptr @sumTQ0_, ptr %8, align 4
; CHECK-NEXT:    call swiftcc void @wait64(ptr swiftasync %5, i64 0)
; CHECK-NEXT:    br label %common.ret
; CHECK:       common.ret:
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %9 = load ptr, ptr %2, align 4
; CHECK-NEXT:    %10 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %9, i32 0, i32 1
; CHECK-NEXT:    %11 = load ptr, ptr %10, align 4
; CHECK-NEXT:    %12 = load ptr, ptr %2, align 4
; CHECK-NEXT:    call swiftcc void %11(ptr swiftasync %12, i64 0)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swiftcc void @sumTQ0_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 4
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %2, i32 8
; CHECK-NEXT:    %3 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %.reload.addr11 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    %.reload12 = load ptr, ptr %.reload.addr11, align 4
; CHECK-NEXT:    %.reload.addr8 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %.reload9 = load i64, ptr %.reload.addr8, align 8
; CHECK-NEXT:    %.reload.addr5 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %.reload6 = load i64, ptr %.reload.addr5, align 8
; CHECK-NEXT:    %4 = load ptr, ptr %0, align 4
; CHECK-NEXT:    store ptr %4, ptr %3, align 4
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %.reload12){{.*}}
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(i64 -1, ptr %.reload12)
; CHECK-NEXT:    %5 = add i64 %.reload9, %1
; CHECK-NEXT:    call swiftcc void @note(i64 %5)
; CHECK-NEXT:    %6 = add i64 %.reload6, 1
; CHECK-NEXT:    %.spill.addr7 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 %5, ptr %.spill.addr7, align 8
; CHECK-NEXT:    %.spill.addr4 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    store i64 %6, ptr %.spill.addr4, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload = load i64, ptr %.reload.addr, align 8
; CHECK-NEXT:    %7 = icmp slt i64 %6, %.reload
; CHECK-NEXT:    br i1 %7, label %CoroSuspend, label %MustTailCall.Before.CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %8 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 4
; CHECK-NEXT:    %9 = call swiftcc ptr @swift_task_alloc(i32 %8){{.*}}
; CHECK-NEXT:    %.spill.addr10 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store ptr %9, ptr %.spill.addr10, align 4
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %9)
; CHECK-NEXT:    %10 = load ptr, ptr %3, align 4
; CHECK-NEXT:    %11 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %9, i32 0, i32 0
; CHECK-NEXT:    store ptr %10, ptr %11, align 4
; CHECK-NEXT:    %12 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %9, i32 0, i32 1
; CHECK-NEXT:    store ptr @sumTQ0_, ptr %12, align 4
; CHECK-NEXT:    call swiftcc void @wait64(ptr swiftasync %9, i64 %6)
; CHECK-NEXT:    br label %common.ret
; CHECK:       common.ret:
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %13 = load ptr, ptr %3, align 4
; CHECK-NEXT:    %14 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %13, i32 0, i32 1
; CHECK-NEXT:    %15 = load ptr, ptr %14, align 4
; CHECK-NEXT:    %16 = load ptr, ptr %3, align 4
; CHECK-NEXT:    call swiftcc void %15(ptr swiftasync %16, i64 %5)
; CHECK-NEXT:    br label %common.ret
; CHECK-NEXT:  }
