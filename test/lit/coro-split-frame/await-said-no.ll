; An await whose await_suspend says no goes on behind its coro.save without a suspend, and may come to the end of the coroutine that way, where the frame
; is given back: nobody can resume the coroutine at that suspend any more. The frame was taken for one that cannot share, and had 360 bytes.
; RUN: corolower explain frame %s --function=f | FileCheck %s
; CHECK:     'f()' has 144 bytes
; CHECK-NOT: share no bytes
; clang++ -std=c++20 -O2 -fno-exceptions -fno-rtti -Xclang -disable-llvm-passes of
;   #include <coroutine>
;   #include <exception>
;   struct task { struct promise_type { task get_return_object(){return {};} std::suspend_always initial_suspend() noexcept {return {};} std::suspend_never final_suspend() noexcept {return {};} void return_void(){} void unhandled_exception(){std::terminate();} }; };
;   struct op { char b[104]; op(int) noexcept; ~op(); bool await_ready() noexcept; bool await_suspend(std::coroutine_handle<>) noexcept; unsigned long await_resume() noexcept; };
;   task f() {
;     unsigned long n;
;     do {
;       n = co_await op(1);
;       if (n > 0) {
;         unsigned long s = 0;
;         do { s += co_await op(2); } while (s < n);
;       }
;     } while (n > 0);
;     co_await op(3);
;   }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.task::promise_type" = type { i8 }
%struct.task = type { i8 }
%"struct.std::__n4861::suspend_always" = type { i8 }
%struct.op = type { [104 x i8] }
%"struct.std::__n4861::suspend_never" = type { i8 }
%"struct.std::__n4861::coroutine_handle" = type { ptr }
%"struct.std::__n4861::coroutine_handle.0" = type { ptr }

$_ZN4task12promise_type17get_return_objectEv = comdat any

$_ZN4task12promise_type15initial_suspendEv = comdat any

$_ZNKSt7__n486114suspend_always11await_readyEv = comdat any

$_ZNKSt7__n486114suspend_always13await_suspendENS_16coroutine_handleIvEE = comdat any

$_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv = comdat any

$_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv = comdat any

$_ZNKSt7__n486114suspend_always12await_resumeEv = comdat any

$_ZN4task12promise_type11return_voidEv = comdat any

$_ZN4task12promise_type13final_suspendEv = comdat any

$_ZNKSt7__n486113suspend_never11await_readyEv = comdat any

$_ZNKSt7__n486113suspend_never13await_suspendENS_16coroutine_handleIvEE = comdat any

$_ZNKSt7__n486113suspend_never12await_resumeEv = comdat any

$_ZNSt7__n486116coroutine_handleIN4task12promise_typeEEC2Ev = comdat any

$_ZNSt7__n486116coroutine_handleIvE12from_addressEPv = comdat any

$_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEE7addressEv = comdat any

$_ZNSt7__n486116coroutine_handleIvEC2Ev = comdat any

; Function Attrs: mustprogress nounwind presplitcoroutine uwtable
define dso_local void @_Z1fv() #0 {
  %1 = alloca %"struct.task::promise_type", align 1
  %2 = alloca %struct.task, align 1
  %3 = alloca %"struct.std::__n4861::suspend_always", align 1
  %4 = alloca %"struct.std::__n4861::suspend_always", align 1
  %5 = alloca i64, align 8
  %6 = alloca %struct.op, align 1
  %7 = alloca i64, align 8
  %8 = alloca %struct.op, align 1
  %9 = alloca %struct.op, align 1
  %10 = alloca i64, align 8
  %11 = alloca %"struct.std::__n4861::suspend_never", align 1
  %12 = alloca %"struct.std::__n4861::suspend_never", align 1
  %13 = call token @llvm.coro.id(i32 16, ptr %1, ptr null, ptr null)
  %14 = call i1 @llvm.coro.alloc(token %13)
  br i1 %14, label %15, label %18

15:                                               ; preds = %0
  %16 = call i64 @llvm.coro.size.i64()
  %17 = call noalias noundef nonnull ptr @_Znwm(i64 noundef %16) #12
  br label %18

18:                                               ; preds = %15, %0
  %19 = phi ptr [ null, %0 ], [ %17, %15 ]
  %20 = call ptr @llvm.coro.begin(token %13, ptr %19)
  call void @llvm.lifetime.start.p0(ptr %1) #2
  call void @_ZN4task12promise_type17get_return_objectEv(ptr noundef nonnull align 1 dereferenceable(1) %1)
  call void @llvm.lifetime.start.p0(ptr %3) #2
  call void @_ZN4task12promise_type15initial_suspendEv(ptr noundef nonnull align 1 dereferenceable(1) %1) #2
  %21 = call noundef zeroext i1 @_ZNKSt7__n486114suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %3) #2
  br i1 %21, label %26, label %22

22:                                               ; preds = %18
  %23 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %3, ptr %20, ptr @_Z1fv.__await_suspend_wrapper__init) #2
  %24 = call i8 @llvm.coro.suspend(token %23, i1 false)
  switch i8 %24, label %108 [
    i8 0, label %26
    i8 1, label %25
  ]

25:                                               ; preds = %22
  br label %27

26:                                               ; preds = %22, %18
  call void @_ZNKSt7__n486114suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %3) #2
  br label %27

27:                                               ; preds = %26, %25
  %28 = phi i32 [ 0, %26 ], [ 2, %25 ]
  call void @llvm.lifetime.end.p0(ptr %3) #2
  switch i32 %28, label %100 [
    i32 0, label %29
  ]

29:                                               ; preds = %27
  call void @llvm.lifetime.start.p0(ptr %5) #2
  br label %30

30:                                               ; preds = %70, %29
  call void @llvm.lifetime.start.p0(ptr %6) #2
  call void @_ZN2opC1Ei(ptr noundef nonnull align 1 dereferenceable(104) %6, i32 noundef 1) #2
  %31 = call noundef zeroext i1 @_ZN2op11await_readyEv(ptr noundef nonnull align 1 dereferenceable(104) %6) #2
  br i1 %31, label %38, label %32

32:                                               ; preds = %30
  %33 = call token @llvm.coro.save(ptr null)
  %34 = call i1 @llvm.coro.await.suspend.bool(ptr %6, ptr %20, ptr @_Z1fv.__await_suspend_wrapper__await) #2
  br i1 %34, label %35, label %38

35:                                               ; preds = %32
  %36 = call i8 @llvm.coro.suspend(token %33, i1 false)
  switch i8 %36, label %108 [
    i8 0, label %38
    i8 1, label %37
  ]

37:                                               ; preds = %35
  br label %40

38:                                               ; preds = %35, %32, %30
  %39 = call noundef i64 @_ZN2op12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(104) %6) #2
  store i64 %39, ptr %5, align 8, !tbaa !9
  br label %40

40:                                               ; preds = %38, %37
  %41 = phi i32 [ 0, %38 ], [ 2, %37 ]
  call void @_ZN2opD1Ev(ptr noundef nonnull align 1 dereferenceable(104) %6) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  switch i32 %41, label %87 [
    i32 0, label %42
  ]

42:                                               ; preds = %40
  %43 = load i64, ptr %5, align 8, !tbaa !9
  %44 = icmp ugt i64 %43, 0
  br i1 %44, label %45, label %69

45:                                               ; preds = %42
  call void @llvm.lifetime.start.p0(ptr %7) #2
  store i64 0, ptr %7, align 8, !tbaa !9
  br label %46

46:                                               ; preds = %61, %45
  call void @llvm.lifetime.start.p0(ptr %8) #2
  call void @_ZN2opC1Ei(ptr noundef nonnull align 1 dereferenceable(104) %8, i32 noundef 2) #2
  %47 = call noundef zeroext i1 @_ZN2op11await_readyEv(ptr noundef nonnull align 1 dereferenceable(104) %8) #2
  br i1 %47, label %54, label %48

48:                                               ; preds = %46
  %49 = call token @llvm.coro.save(ptr null)
  %50 = call i1 @llvm.coro.await.suspend.bool(ptr %8, ptr %20, ptr @_Z1fv.__await_suspend_wrapper__await2) #2
  br i1 %50, label %51, label %54

51:                                               ; preds = %48
  %52 = call i8 @llvm.coro.suspend(token %49, i1 false)
  switch i8 %52, label %108 [
    i8 0, label %54
    i8 1, label %53
  ]

53:                                               ; preds = %51
  br label %58

54:                                               ; preds = %51, %48, %46
  %55 = call noundef i64 @_ZN2op12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(104) %8) #2
  %56 = load i64, ptr %7, align 8, !tbaa !9
  %57 = add i64 %56, %55
  store i64 %57, ptr %7, align 8, !tbaa !9
  br label %58

58:                                               ; preds = %54, %53
  %59 = phi i32 [ 0, %54 ], [ 2, %53 ]
  call void @_ZN2opD1Ev(ptr noundef nonnull align 1 dereferenceable(104) %8) #2
  call void @llvm.lifetime.end.p0(ptr %8) #2
  switch i32 %59, label %66 [
    i32 0, label %60
  ]

60:                                               ; preds = %58
  br label %61

61:                                               ; preds = %60
  %62 = load i64, ptr %7, align 8, !tbaa !9
  %63 = load i64, ptr %5, align 8, !tbaa !9
  %64 = icmp ult i64 %62, %63
  br i1 %64, label %46, label %65, !llvm.loop !11

65:                                               ; preds = %61
  br label %66

66:                                               ; preds = %65, %58
  %67 = phi i32 [ %59, %58 ], [ 0, %65 ]
  call void @llvm.lifetime.end.p0(ptr %7) #2
  switch i32 %67, label %87 [
    i32 0, label %68
  ]

68:                                               ; preds = %66
  br label %69

69:                                               ; preds = %68, %42
  br label %70

70:                                               ; preds = %69
  %71 = load i64, ptr %5, align 8, !tbaa !9
  %72 = icmp ugt i64 %71, 0
  br i1 %72, label %30, label %73, !llvm.loop !13

73:                                               ; preds = %70
  call void @llvm.lifetime.start.p0(ptr %9) #2
  call void @_ZN2opC1Ei(ptr noundef nonnull align 1 dereferenceable(104) %9, i32 noundef 3) #2
  %74 = call noundef zeroext i1 @_ZN2op11await_readyEv(ptr noundef nonnull align 1 dereferenceable(104) %9) #2
  br i1 %74, label %81, label %75

75:                                               ; preds = %73
  %76 = call token @llvm.coro.save(ptr null)
  %77 = call i1 @llvm.coro.await.suspend.bool(ptr %9, ptr %20, ptr @_Z1fv.__await_suspend_wrapper__await3) #2
  br i1 %77, label %78, label %81

78:                                               ; preds = %75
  %79 = call i8 @llvm.coro.suspend(token %76, i1 false)
  switch i8 %79, label %108 [
    i8 0, label %81
    i8 1, label %80
  ]

80:                                               ; preds = %78
  br label %83

81:                                               ; preds = %78, %75, %73
  %82 = call noundef i64 @_ZN2op12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(104) %9) #2
  store i64 %82, ptr %10, align 8
  br label %83

83:                                               ; preds = %81, %80
  %84 = phi i32 [ 0, %81 ], [ 2, %80 ]
  call void @_ZN2opD1Ev(ptr noundef nonnull align 1 dereferenceable(104) %9) #2
  call void @llvm.lifetime.end.p0(ptr %9) #2
  switch i32 %84, label %87 [
    i32 0, label %85
  ]

85:                                               ; preds = %83
  %86 = load i64, ptr %10, align 8
  br label %87

87:                                               ; preds = %85, %83, %66, %40
  %88 = phi i32 [ %41, %40 ], [ %67, %66 ], [ %84, %83 ], [ 0, %85 ]
  call void @llvm.lifetime.end.p0(ptr %5) #2
  switch i32 %88, label %100 [
    i32 0, label %89
  ]

89:                                               ; preds = %87
  call void @_ZN4task12promise_type11return_voidEv(ptr noundef nonnull align 1 dereferenceable(1) %1)
  br label %90

90:                                               ; preds = %89
  call void @llvm.lifetime.start.p0(ptr %11) #2
  call void @_ZN4task12promise_type13final_suspendEv(ptr noundef nonnull align 1 dereferenceable(1) %1) #2
  %91 = call noundef zeroext i1 @_ZNKSt7__n486113suspend_never11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %11) #2
  br i1 %91, label %96, label %92

92:                                               ; preds = %90
  %93 = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.void(ptr %11, ptr %20, ptr @_Z1fv.__await_suspend_wrapper__final) #2
  %94 = call i8 @llvm.coro.suspend(token %93, i1 true)
  switch i8 %94, label %108 [
    i8 0, label %96
    i8 1, label %95
  ]

95:                                               ; preds = %92
  br label %97

96:                                               ; preds = %92, %90
  call void @_ZNKSt7__n486113suspend_never12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %11) #2
  br label %97

97:                                               ; preds = %96, %95
  %98 = phi i32 [ 0, %96 ], [ 2, %95 ]
  call void @llvm.lifetime.end.p0(ptr %11) #2
  switch i32 %98, label %100 [
    i32 0, label %99
  ]

99:                                               ; preds = %97
  br label %100

100:                                              ; preds = %99, %97, %87, %27
  %101 = phi i32 [ %28, %27 ], [ %88, %87 ], [ %98, %97 ], [ 0, %99 ]
  call void @llvm.lifetime.end.p0(ptr %1) #2
  %102 = call ptr @llvm.coro.free(token %13, ptr %20)
  %103 = icmp ne ptr %102, null
  br i1 %103, label %104, label %106

104:                                              ; preds = %100
  %105 = call i64 @llvm.coro.size.i64()
  call void @_ZdlPvm(ptr noundef %102, i64 noundef %105) #2
  br label %106

106:                                              ; preds = %100, %104
  switch i32 %101, label %109 [
    i32 0, label %107
    i32 2, label %108
  ]

107:                                              ; preds = %106
  br label %108

108:                                              ; preds = %107, %106, %92, %78, %51, %35, %22
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret void

109:                                              ; preds = %106
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #1

; Function Attrs: nounwind
declare i1 @llvm.coro.alloc(token) #2

; Function Attrs: nobuiltin allocsize(0)
declare noundef nonnull ptr @_Znwm(i64 noundef) #3

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.size.i64() #4

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #5

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type17get_return_objectEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !14
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type15initial_suspendEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !14
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZNKSt7__n486114suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !17
  %3 = load ptr, ptr %2, align 8
  ret i1 false
}

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #7

; Function Attrs: alwaysinline mustprogress
define internal void @_Z1fv.__await_suspend_wrapper__init(ptr noundef nonnull %0, ptr noundef %1) #8 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %6 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  store ptr %1, ptr %4, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr %6) #2
  %9 = call ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %8) #2
  %10 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %6, i32 0, i32 0
  store ptr %9, ptr %10, align 8
  %11 = call ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %6) #2
  %12 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  store ptr %11, ptr %12, align 8
  %13 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  call void @_ZNKSt7__n486114suspend_always13await_suspendENS_16coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(1) %7, ptr %14) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNKSt7__n486114suspend_always13await_suspendENS_16coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(1) %0, ptr %1) #6 comdat align 2 {
  %3 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %4 = alloca ptr, align 8
  %5 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %3, i32 0, i32 0
  store ptr %1, ptr %5, align 8
  store ptr %0, ptr %4, align 8, !tbaa !17
  %6 = load ptr, ptr %4, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %0) #6 comdat align 2 {
  %2 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  call void @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEEC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #2
  %4 = load ptr, ptr %3, align 8, !tbaa !19
  %5 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %2, i32 0, i32 0
  store ptr %4, ptr %5, align 8, !tbaa !20
  %6 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %2, i32 0, i32 0
  %7 = load ptr, ptr %6, align 8
  ret ptr %7
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %0) #6 comdat align 2 {
  %2 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !22
  %4 = load ptr, ptr %3, align 8
  %5 = call noundef ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEE7addressEv(ptr noundef nonnull align 8 dereferenceable(8) %4) #2
  %6 = call ptr @_ZNSt7__n486116coroutine_handleIvE12from_addressEPv(ptr noundef %5) #2
  %7 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %2, i32 0, i32 0
  store ptr %6, ptr %7, align 8
  %8 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %2, i32 0, i32 0
  %9 = load ptr, ptr %8, align 8
  ret ptr %9
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #5

declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #2

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNKSt7__n486114suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !17
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: nounwind
declare void @_ZN2opC1Ei(ptr noundef nonnull align 1 dereferenceable(104), i32 noundef) unnamed_addr #9

; Function Attrs: nounwind
declare noundef zeroext i1 @_ZN2op11await_readyEv(ptr noundef nonnull align 1 dereferenceable(104)) #9

; Function Attrs: alwaysinline mustprogress
define internal noundef i1 @_Z1fv.__await_suspend_wrapper__await(ptr noundef nonnull %0, ptr noundef %1) #8 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %6 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  store ptr %1, ptr %4, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr %6) #2
  %9 = call ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %8) #2
  %10 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %6, i32 0, i32 0
  store ptr %9, ptr %10, align 8
  %11 = call ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %6) #2
  %12 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  store ptr %11, ptr %12, align 8
  %13 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  %15 = call noundef zeroext i1 @_ZN2op13await_suspendENSt7__n486116coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(104) %7, ptr %14) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  ret i1 %15
}

; Function Attrs: nounwind
declare noundef zeroext i1 @_ZN2op13await_suspendENSt7__n486116coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(104), ptr) #9

declare i1 @llvm.coro.await.suspend.bool(ptr, ptr, ptr)

; Function Attrs: nounwind
declare noundef i64 @_ZN2op12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(104)) #9

; Function Attrs: nounwind
declare void @_ZN2opD1Ev(ptr noundef nonnull align 1 dereferenceable(104)) unnamed_addr #9

; Function Attrs: alwaysinline mustprogress
define internal noundef i1 @_Z1fv.__await_suspend_wrapper__await2(ptr noundef nonnull %0, ptr noundef %1) #8 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %6 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  store ptr %1, ptr %4, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr %6) #2
  %9 = call ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %8) #2
  %10 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %6, i32 0, i32 0
  store ptr %9, ptr %10, align 8
  %11 = call ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %6) #2
  %12 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  store ptr %11, ptr %12, align 8
  %13 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  %15 = call noundef zeroext i1 @_ZN2op13await_suspendENSt7__n486116coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(104) %7, ptr %14) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  ret i1 %15
}

; Function Attrs: alwaysinline mustprogress
define internal noundef i1 @_Z1fv.__await_suspend_wrapper__await3(ptr noundef nonnull %0, ptr noundef %1) #8 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %6 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  store ptr %1, ptr %4, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr %6) #2
  %9 = call ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %8) #2
  %10 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %6, i32 0, i32 0
  store ptr %9, ptr %10, align 8
  %11 = call ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %6) #2
  %12 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  store ptr %11, ptr %12, align 8
  %13 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  %15 = call noundef zeroext i1 @_ZN2op13await_suspendENSt7__n486116coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(104) %7, ptr %14) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  ret i1 %15
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type11return_voidEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !14
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type13final_suspendEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !14
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZNKSt7__n486113suspend_never11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !24
  %3 = load ptr, ptr %2, align 8
  ret i1 true
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z1fv.__await_suspend_wrapper__final(ptr noundef nonnull %0, ptr noundef %1) #8 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %6 = alloca %"struct.std::__n4861::coroutine_handle.0", align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  store ptr %1, ptr %4, align 8, !tbaa !19
  %7 = load ptr, ptr %3, align 8
  %8 = load ptr, ptr %4, align 8
  call void @llvm.lifetime.start.p0(ptr %6) #2
  %9 = call ptr @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %8) #2
  %10 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %6, i32 0, i32 0
  store ptr %9, ptr %10, align 8
  %11 = call ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEEcvNS0_IvEEEv(ptr noundef nonnull align 8 dereferenceable(8) %6) #2
  %12 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  store ptr %11, ptr %12, align 8
  %13 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %5, i32 0, i32 0
  %14 = load ptr, ptr %13, align 8
  call void @_ZNKSt7__n486113suspend_never13await_suspendENS_16coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(1) %7, ptr %14) #2
  call void @llvm.lifetime.end.p0(ptr %6) #2
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNKSt7__n486113suspend_never13await_suspendENS_16coroutine_handleIvEE(ptr noundef nonnull align 1 dereferenceable(1) %0, ptr %1) #6 comdat align 2 {
  %3 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %4 = alloca ptr, align 8
  %5 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %3, i32 0, i32 0
  store ptr %1, ptr %5, align 8
  store ptr %0, ptr %4, align 8, !tbaa !24
  %6 = load ptr, ptr %4, align 8
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNKSt7__n486113suspend_never12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !24
  %3 = load ptr, ptr %2, align 8
  ret void
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #10

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #11

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #2

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt7__n486116coroutine_handleIN4task12promise_typeEEC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !22
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %3, i32 0, i32 0
  store ptr null, ptr %4, align 8, !tbaa !20
  ret void
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNSt7__n486116coroutine_handleIvE12from_addressEPv(ptr noundef %0) #6 comdat align 2 {
  %2 = alloca %"struct.std::__n4861::coroutine_handle", align 8
  %3 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8, !tbaa !19
  call void @_ZNSt7__n486116coroutine_handleIvEC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %2) #2
  %4 = load ptr, ptr %3, align 8, !tbaa !19
  %5 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %2, i32 0, i32 0
  store ptr %4, ptr %5, align 8, !tbaa !26
  %6 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %2, i32 0, i32 0
  %7 = load ptr, ptr %6, align 8
  ret ptr %7
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef ptr @_ZNKSt7__n486116coroutine_handleIN4task12promise_typeEE7addressEv(ptr noundef nonnull align 8 dereferenceable(8) %0) #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !22
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle.0", ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 8, !tbaa !20
  ret ptr %5
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt7__n486116coroutine_handleIvEC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #6 comdat align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8, !tbaa !28
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw %"struct.std::__n4861::coroutine_handle", ptr %3, i32 0, i32 0
  store ptr null, ptr %4, align 8, !tbaa !26
  ret void
}

attributes #0 = { mustprogress nounwind presplitcoroutine uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nounwind }
attributes #3 = { nobuiltin allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nomerge nounwind }
attributes #8 = { alwaysinline mustprogress "min-legal-vector-width"="0" "sample-profile-suffix-elision-policy"="selected" }
attributes #9 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind memory(argmem: read) }
attributes #12 = { allocsize(0) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"long", !7, i64 0}
!11 = distinct !{!11, !12}
!12 = !{!"llvm.loop.mustprogress"}
!13 = distinct !{!13, !12}
!14 = !{!15, !15, i64 0}
!15 = !{!"p1 _ZTSN4task12promise_typeE", !16, i64 0}
!16 = !{!"any pointer", !7, i64 0}
!17 = !{!18, !18, i64 0}
!18 = !{!"p1 _ZTSNSt7__n486114suspend_alwaysE", !16, i64 0}
!19 = !{!16, !16, i64 0}
!20 = !{!21, !16, i64 0}
!21 = !{!"_ZTSNSt7__n486116coroutine_handleIN4task12promise_typeEEE", !16, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"p1 _ZTSNSt7__n486116coroutine_handleIN4task12promise_typeEEE", !16, i64 0}
!24 = !{!25, !25, i64 0}
!25 = !{!"p1 _ZTSNSt7__n486113suspend_neverE", !16, i64 0}
!26 = !{!27, !16, i64 0}
!27 = !{!"_ZTSNSt7__n486116coroutine_handleIvEE", !16, i64 0}
!28 = !{!29, !29, i64 0}
!29 = !{!"p1 _ZTSNSt7__n486116coroutine_handleIvEE", !16, i64 0}
