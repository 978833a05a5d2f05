; A loop that awaits, as the Swift compiler writes it. Signed pointers: the address of the resume function goes through the signing that the front end wrote.
; RUN: corolower %s -passes='default<O0>' --llvm-version=22 -S | FileCheck %s
; RUN: corolower %s --llvm-version=22 -S | opt-22 -passes=verify -disable-output
; REQUIRES: corolower

target datalayout = "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "arm64e-apple-macosx14.0.0"
%swift.async_func_pointer = type <{ i32, i32 }>
@wait64Tu = external global %swift.async_func_pointer, align 8
@sumTu = global %swift.async_func_pointer <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @sum to i64), i64 ptrtoint (ptr @sumTu to i64)) to i32), i32 16 }>, align 8
declare token @llvm.coro.id.async(i32, i32, i32, ptr) #1
declare ptr @llvm.coro.begin(token, ptr writeonly) #1
declare swiftcc ptr @swift_task_alloc(i64) #3
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #4
declare i64 @llvm.ptrauth.blend(i64, i64) #5
declare i64 @llvm.ptrauth.sign(i64, i32 immarg, i64) #5
declare ptr @llvm.coro.async.resume() #6
define linkonce_odr hidden ptr @__swift_async_resume_project_context(ptr %0) #7 {
entry:
  %1 = load ptr, ptr %0, align 8
  %2 = ptrtoint ptr %0 to i64
  %3 = call i64 @llvm.ptrauth.blend(i64 %2, i64 48546)
  %4 = ptrtoint ptr %1 to i64
  %5 = call i64 @llvm.ptrauth.auth(i64 %4, i32 2, i64 %3)
  %6 = inttoptr i64 %5 to ptr
  %7 = call ptr @llvm.swift.async.context.addr()
  %8 = ptrtoint ptr %7 to i64
  %9 = call i64 @llvm.ptrauth.blend(i64 %8, i64 49946)
  %10 = ptrtoint ptr %6 to i64
  %11 = call i64 @llvm.ptrauth.sign(i64 %10, i32 2, i64 %9)
  %12 = inttoptr i64 %11 to ptr
  store ptr %12, ptr %7, align 8
  ret ptr %6
}
declare i64 @llvm.ptrauth.auth(i64, i32 immarg, i64) #8
declare ptr @llvm.swift.async.context.addr() #1
declare swiftcc void @swift_task_dealloc(ptr) #3
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #4
declare swifttailcc void @wait64(ptr swiftasync, i64) #2
declare { ptr, i64 } @llvm.coro.suspend.async.sl_p0i64s(i32, ptr, ptr, ...) #6
declare i1 @llvm.coro.end.async(ptr, i1, ...) #1
define swifttailcc void @sum(ptr swiftasync %0, i64 %1) #0 {
entry:
  %2 = alloca ptr, align 8
  %3 = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @sumTu)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  store ptr %0, ptr %2, align 8
  br label %5

5:                                                ; preds = %9, %entry
  %6 = phi i64 [ 0, %entry ], [ %39, %9 ]
  %7 = phi i64 [ 0, %entry ], [ %38, %9 ]
  %8 = icmp slt i64 %6, %1
  br i1 %8, label %9, label %40

9:                                                ; preds = %5
  %10 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
  %11 = zext i32 %10 to i64
  %12 = call swiftcc ptr @swift_task_alloc(i64 %11) #3
  call void @llvm.lifetime.start.p0(i64 -1, ptr %12)
  %13 = load ptr, ptr %2, align 8
  %14 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 0
  %15 = ptrtoint ptr %14 to i64
  %16 = call i64 @llvm.ptrauth.blend(i64 %15, i64 48546)
  %17 = ptrtoint ptr %13 to i64
  %18 = call i64 @llvm.ptrauth.sign(i64 %17, i32 2, i64 %16)
  %19 = inttoptr i64 %18 to ptr
  %20 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 0
  store ptr %19, ptr %20, align 8
  %21 = call ptr @llvm.coro.async.resume()
  %22 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 1
  %23 = ptrtoint ptr %22 to i64
  %24 = call i64 @llvm.ptrauth.blend(i64 %23, i64 55047)
  %25 = ptrtoint ptr %21 to i64
  %26 = call i64 @llvm.ptrauth.sign(i64 %25, i32 0, i64 %24)
  %27 = inttoptr i64 %26 to ptr
  %28 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %12, i32 0, i32 1
  store ptr %27, ptr %28, align 8
  %29 = call { ptr, i64 } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %21, ptr @__swift_async_resume_project_context, ptr @sum.0.8, ptr @wait64, ptr %12, i64 %6)
  %30 = extractvalue { ptr, i64 } %29, 0
  %31 = load ptr, ptr %30, align 8
  %32 = ptrtoint ptr %30 to i64
  %33 = call i64 @llvm.ptrauth.blend(i64 %32, i64 48546)
  %34 = ptrtoint ptr %31 to i64
  %35 = call i64 @llvm.ptrauth.auth(i64 %34, i32 2, i64 %33)
  %36 = inttoptr i64 %35 to ptr
  store ptr %36, ptr %2, align 8
  %37 = extractvalue { ptr, i64 } %29, 1
  call swiftcc void @swift_task_dealloc(ptr %12) #3
  call void @llvm.lifetime.end.p0(i64 -1, ptr %12)
  %38 = add i64 %7, %37
  call swiftcc void @note(i64 %38)
  %39 = add i64 %6, 1
  br label %5

40:                                               ; preds = %5
  %41 = load ptr, ptr %2, align 8
  %42 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %41, i32 0, i32 1
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %41, i32 0, i32 1
  %45 = ptrtoint ptr %44 to i64
  %46 = call i64 @llvm.ptrauth.blend(i64 %45, i64 55047)
  %47 = ptrtoint ptr %43 to i64
  %48 = call i64 @llvm.ptrauth.auth(i64 %47, i32 0, i64 %46)
  %49 = inttoptr i64 %48 to ptr
  %50 = load ptr, ptr %2, align 8
  %51 = call i1 (ptr, i1, ...) @llvm.coro.end.async(ptr %4, i1 false, ptr @sum.0, ptr %49, ptr %50, i64 %7)
  unreachable
}
define internal swifttailcc void @sum.0(ptr %0, ptr %1, i64 %2) #9 {
entry:
  musttail call swifttailcc void %0(ptr swiftasync %1, i64 %2)
  ret void
}
define internal swifttailcc void @sum.0.8(ptr %0, ptr %1, i64 %2) #9 {
entry:
  musttail call swifttailcc void %0(ptr swiftasync %1, i64 %2)
  ret void
}
declare swiftcc void @note(i64) #2
attributes #0 = { noinline "async_entry" "frame-pointer"="non-leaf" "ptrauth-auth-traps" "ptrauth-calls" "ptrauth-indirect-gotos" "ptrauth-returns" "target-features"="+aes,+altnzcv,+ccdp,+ccidx,+ccpp,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fp16fml,+fptoint,+fullfp16,+jsconv,+lse,+neon,+pauth,+perfmon,+predres,+ras,+rcpc,+rdm,+sb,+sha2,+sha3,+specrestrict,+ssbs,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8a" }
attributes #1 = { nounwind }
attributes #2 = { "frame-pointer"="non-leaf" "ptrauth-auth-traps" "ptrauth-calls" "ptrauth-indirect-gotos" "ptrauth-returns" "target-features"="+aes,+altnzcv,+ccdp,+ccidx,+ccpp,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fp16fml,+fptoint,+fullfp16,+jsconv,+lse,+neon,+pauth,+perfmon,+predres,+ras,+rcpc,+rdm,+sb,+sha2,+sha3,+specrestrict,+ssbs,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8a" }
attributes #3 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nomerge nounwind }
attributes #7 = { alwaysinline nounwind "frame-pointer"="non-leaf" "ptrauth-auth-traps" "ptrauth-calls" "ptrauth-indirect-gotos" "ptrauth-returns" "target-features"="+aes,+altnzcv,+ccdp,+ccidx,+ccpp,+complxnum,+crc,+dit,+dotprod,+flagm,+fp-armv8,+fp16fml,+fptoint,+fullfp16,+jsconv,+lse,+neon,+pauth,+perfmon,+predres,+ras,+rcpc,+rdm,+sb,+sha2,+sha3,+specrestrict,+ssbs,+v8.1a,+v8.2a,+v8.3a,+v8.4a,+v8a" }
attributes #8 = { nounwind memory(none) }
attributes #9 = { alwaysinline nounwind }

; CHECK: @sumTu = {{.*}}, i32 64 }>, align 8
; CHECK-LABEL: define swifttailcc void @sum(ptr swiftasync %0, i64 %1)
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
; CHECK-NEXT:    %9 = ptrtoint ptr %8 to i64
; CHECK-NEXT:    %10 = call i64 @llvm.ptrauth.blend(i64 %9, i64 48546)
; CHECK-NEXT:    %11 = ptrtoint ptr %7 to i64
; CHECK-NEXT:    %12 = call i64 @llvm.ptrauth.sign(i64 %11, i32 2, i64 %10)
; CHECK-NEXT:    %13 = inttoptr i64 %12 to ptr
; CHECK-NEXT:    %14 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %6, i32 0, i32 0
; CHECK-NEXT:    store ptr %13, ptr %14, align 8
; CHECK-NEXT:    %15 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %6, i32 0, i32 1
; CHECK-NEXT:    %16 = ptrtoint ptr %15 to i64
; CHECK-NEXT:    %17 = call i64 @llvm.ptrauth.blend(i64 %16, i64 55047)
; CHECK-NEXT:    %18 = ptrtoint ptr @sumTQ0_ to i64
; CHECK-NEXT:    %19 = call i64 @llvm.ptrauth.sign(i64 %18, i32 0, i64 %17)
; CHECK-NEXT:    %20 = inttoptr i64 %19 to ptr
; CHECK-NEXT:    %21 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %6, i32 0, i32 1
; CHECK-NEXT:    store ptr %20, ptr %21, align 8
; CHECK-NEXT:    musttail call swifttailcc void @wait64(ptr swiftasync %6, i64 0)
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %22 = load ptr, ptr %2, align 8
; CHECK-NEXT:    %23 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %22, i32 0, i32 1
; CHECK-NEXT:    %24 = load ptr, ptr %23, align 8
; CHECK-NEXT:    %25 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %22, i32 0, i32 1
; CHECK-NEXT:    %26 = ptrtoint ptr %25 to i64
; CHECK-NEXT:    %27 = call i64 @llvm.ptrauth.blend(i64 %26, i64 55047)
; CHECK-NEXT:    %28 = ptrtoint ptr %24 to i64
; CHECK-NEXT:    %29 = call i64 @llvm.ptrauth.auth(i64 %28, i32 0, i64 %27)
; CHECK-NEXT:    %30 = inttoptr i64 %29 to ptr
; CHECK-NEXT:    %31 = load ptr, ptr %2, align 8
; CHECK-NEXT:    musttail call swifttailcc void %30(ptr swiftasync %31, i64 0)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
; CHECK-LABEL: define internal swifttailcc void @sumTQ0_(ptr swiftasync %0, i64 %1)
; CHECK-NEXT:  entryresume.0:
; CHECK-NEXT:    %2 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %3 = ptrtoint ptr %0 to i64
; CHECK-NEXT:    %4 = call i64 @llvm.ptrauth.blend(i64 %3, i64 48546)
; CHECK-NEXT:    %5 = ptrtoint ptr %2 to i64
; CHECK-NEXT:    %6 = call i64 @llvm.ptrauth.auth(i64 %5, i32 2, i64 %4)
; CHECK-NEXT:    %7 = inttoptr i64 %6 to ptr
; CHECK-NEXT:    %8 = call ptr @llvm.swift.async.context.addr()
; CHECK-NEXT:    %9 = ptrtoint ptr %8 to i64
; CHECK-NEXT:    %10 = call i64 @llvm.ptrauth.blend(i64 %9, i64 49946)
; CHECK-NEXT:    %11 = ptrtoint ptr %7 to i64
; CHECK-NEXT:    %12 = call i64 @llvm.ptrauth.sign(i64 %11, i32 2, i64 %10)
; CHECK-NEXT:    %13 = inttoptr i64 %12 to ptr
; CHECK-NEXT:    store ptr %13, ptr %8, align 8
; CHECK-NEXT:    %async.ctx.frameptr = getelementptr inbounds i8, ptr %7, i32 16
; CHECK-NEXT:    %14 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 0
; CHECK-NEXT:    %.reload.addr11 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    %.reload12 = load ptr, ptr %.reload.addr11, align 8
; CHECK-NEXT:    %.reload.addr8 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    %.reload9 = load i64, ptr %.reload.addr8, align 8
; CHECK-NEXT:    %.reload.addr5 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    %.reload6 = load i64, ptr %.reload.addr5, align 8
; CHECK-NEXT:    %15 = load ptr, ptr %0, align 8
; CHECK-NEXT:    %16 = ptrtoint ptr %0 to i64
; CHECK-NEXT:    %17 = call i64 @llvm.ptrauth.blend(i64 %16, i64 48546)
; CHECK-NEXT:    %18 = ptrtoint ptr %15 to i64
; CHECK-NEXT:    %19 = call i64 @llvm.ptrauth.auth(i64 %18, i32 2, i64 %17)
; CHECK-NEXT:    %20 = inttoptr i64 %19 to ptr
; CHECK-NEXT:    store ptr %20, ptr %14, align 8
; CHECK-NEXT:    call swiftcc void @swift_task_dealloc(ptr %.reload12){{.*}}
; CHECK-NEXT:    call void @llvm.lifetime.end.p0(i64 -1, ptr %.reload12)
; CHECK-NEXT:    %21 = add i64 %.reload9, %1
; CHECK-NEXT:    call swiftcc void @note(i64 %21)
; CHECK-NEXT:    %22 = add i64 %.reload6, 1
; CHECK-NEXT:    %.spill.addr7 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 3
; CHECK-NEXT:    store i64 %21, ptr %.spill.addr7, align 8
; CHECK-NEXT:    %.spill.addr4 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 2
; CHECK-NEXT:    store i64 %22, ptr %.spill.addr4, align 8
; CHECK-NEXT:    %.reload.addr = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 1
; CHECK-NEXT:    %.reload = load i64, ptr %.reload.addr, align 8
; CHECK-NEXT:    %23 = icmp slt i64 %22, %.reload
; CHECK-NEXT:    br i1 %23, label %CoroSuspend, label %MustTailCall.Before.CoroEnd
; CHECK:       CoroSuspend:
; CHECK-NEXT:    %24 = load i32, ptr getelementptr inbounds nuw (%swift.async_func_pointer, ptr @wait64Tu, i32 0, i32 1), align 8
; CHECK-NEXT:    %25 = zext i32 %24 to i64
; CHECK-NEXT:    %26 = call swiftcc ptr @swift_task_alloc(i64 %25){{.*}}
; CHECK-NEXT:    %.spill.addr10 = getelementptr inbounds %sum.Frame, ptr %async.ctx.frameptr, i32 0, i32 4
; CHECK-NEXT:    store ptr %26, ptr %.spill.addr10, align 8
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(i64 -1, ptr %26)
; CHECK-NEXT:    %27 = load ptr, ptr %14, align 8
; CHECK-NEXT:    %28 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %26, i32 0, i32 0
; CHECK-NEXT:    %29 = ptrtoint ptr %28 to i64
; CHECK-NEXT:    %30 = call i64 @llvm.ptrauth.blend(i64 %29, i64 48546)
; CHECK-NEXT:    %31 = ptrtoint ptr %27 to i64
; CHECK-NEXT:    %32 = call i64 @llvm.ptrauth.sign(i64 %31, i32 2, i64 %30)
; CHECK-NEXT:    %33 = inttoptr i64 %32 to ptr
; CHECK-NEXT:    %34 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %26, i32 0, i32 0
; CHECK-NEXT:    store ptr %33, ptr %34, align 8
; CHECK-NEXT:    %35 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %26, i32 0, i32 1
; CHECK-NEXT:    %36 = ptrtoint ptr %35 to i64
; CHECK-NEXT:    %37 = call i64 @llvm.ptrauth.blend(i64 %36, i64 55047)
; CHECK-NEXT:    %38 = ptrtoint ptr @sumTQ0_ to i64
; CHECK-NEXT:    %39 = call i64 @llvm.ptrauth.sign(i64 %38, i32 0, i64 %37)
; CHECK-NEXT:    %40 = inttoptr i64 %39 to ptr
; CHECK-NEXT:    %41 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %26, i32 0, i32 1
; CHECK-NEXT:    store ptr %40, ptr %41, align 8
; CHECK-NEXT:    musttail call swifttailcc void @wait64(ptr swiftasync %26, i64 %22)
; CHECK-NEXT:    ret void
; CHECK:       MustTailCall.Before.CoroEnd:
; CHECK-NEXT:    %42 = load ptr, ptr %14, align 8
; CHECK-NEXT:    %43 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %42, i32 0, i32 1
; CHECK-NEXT:    %44 = load ptr, ptr %43, align 8
; CHECK-NEXT:    %45 = getelementptr inbounds nuw <{ ptr, ptr }>, ptr %42, i32 0, i32 1
; CHECK-NEXT:    %46 = ptrtoint ptr %45 to i64
; CHECK-NEXT:    %47 = call i64 @llvm.ptrauth.blend(i64 %46, i64 55047)
; CHECK-NEXT:    %48 = ptrtoint ptr %44 to i64
; CHECK-NEXT:    %49 = call i64 @llvm.ptrauth.auth(i64 %48, i32 0, i64 %47)
; CHECK-NEXT:    %50 = inttoptr i64 %49 to ptr
; CHECK-NEXT:    %51 = load ptr, ptr %14, align 8
; CHECK-NEXT:    musttail call swifttailcc void %50(ptr swiftasync %51, i64 %21)
; CHECK-NEXT:    ret void
; CHECK-NEXT:  }
