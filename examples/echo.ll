; ModuleID = 'echo.cpp'
source_filename = "echo.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.job::promise_type" = type { i32 }
%struct.job = type { i8 }
%"struct.std::suspend_never" = type { i8 }
%struct.event = type { i8 }
%"struct.std::coroutine_handle" = type { ptr }

$_ZN3job12promise_type15initial_suspendEv = comdat any

$_ZNSt13suspend_never11await_readyEv = comdat any

$_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_ = comdat any

$_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv = comdat any

$_ZNSt13suspend_never12await_resumeEv = comdat any

$_ZN3job12promise_type12return_valueEi = comdat any

$_ZN3job12promise_type13final_suspendEv = comdat any

; Function Attrs: mustprogress nounwind presplitcoroutine uwtable
define dso_local void @_Z4echoi(i32 noundef %n) #0 !dbg !13 {
entry:
  %n.addr = alloca i32, align 4, !coro.outside.frame !17
  %n1 = alloca i32, align 4
  %__promise = alloca %"struct.job::promise_type", align 4
  %undef.agg.tmp = alloca %struct.job, align 1
  %ref.tmp = alloca %"struct.std::suspend_never", align 1
  %undef.agg.tmp2 = alloca %"struct.std::suspend_never", align 1
  %buf = alloca [440 x i8], align 16
  %sum = alloca i64, align 8
  %ref.tmp4 = alloca %struct.event, align 1
  %ref.tmp14 = alloca %"struct.std::suspend_never", align 1
  %undef.agg.tmp15 = alloca %"struct.std::suspend_never", align 1
  store i32 %n, ptr %n.addr, align 4, !tbaa !9
    #dbg_declare(ptr %n.addr, !20, !DIExpression(), !65)
  %0 = call token @llvm.coro.id(i32 16, ptr %__promise, ptr null, ptr null), !dbg !66
  %1 = call i1 @llvm.coro.alloc(token %0), !dbg !66
  br i1 %1, label %coro.alloc, label %coro.init, !dbg !66

coro.alloc:                                       ; preds = %entry
  %2 = call i64 @llvm.coro.size.i64(), !dbg !67
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef %2) #12, !dbg !67
  br label %coro.init, !dbg !66

coro.init:                                        ; preds = %coro.alloc, %entry
  %3 = phi ptr [ null, %entry ], [ %call, %coro.alloc ], !dbg !66
  %4 = call ptr @llvm.coro.begin(token %0, ptr %3), !dbg !66
  call void @llvm.lifetime.start.p0(ptr %n1) #2, !dbg !68
    #dbg_declare(ptr %n1, !20, !DIExpression(), !69)
  %5 = load i32, ptr %n.addr, align 4, !dbg !68, !tbaa !9
  store i32 %5, ptr %n1, align 4, !dbg !68, !tbaa !9
  call void @llvm.lifetime.start.p0(ptr %__promise) #2, !dbg !67
    #dbg_declare(ptr %__promise, !21, !DIExpression(), !69)
  %result = getelementptr inbounds nuw %"struct.job::promise_type", ptr %__promise, i32 0, i32 0, !dbg !67
  %6 = load i32, ptr %n1, align 4, !dbg !67, !tbaa !9
  store i32 %6, ptr %result, align 4, !dbg !67, !tbaa !70
  call void @_ZN3job12promise_type17get_return_objectEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise), !dbg !67
  call void @llvm.lifetime.start.p0(ptr %ref.tmp) #2, !dbg !67
  call void @_ZN3job12promise_type15initial_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !67
  %call3 = call noundef zeroext i1 @_ZNSt13suspend_never11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !67
  br i1 %call3, label %init.ready, label %init.suspend, !dbg !67

init.suspend:                                     ; preds = %coro.init
  %7 = call token @llvm.coro.save(ptr null), !dbg !67
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp, ptr %4, ptr @_Z4echoi.__await_suspend_wrapper__init) #2, !dbg !67
  %8 = call i8 @llvm.coro.suspend(token %7, i1 false), !dbg !67
  switch i8 %8, label %coro.ret [
    i8 0, label %init.ready
    i8 1, label %init.cleanup
  ], !dbg !67

init.cleanup:                                     ; preds = %init.suspend
  br label %cleanup, !dbg !67

init.ready:                                       ; preds = %init.suspend, %coro.init
  call void @_ZNSt13suspend_never12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !67
  br label %cleanup, !dbg !67

cleanup:                                          ; preds = %init.ready, %init.cleanup
  %cleanup.dest.slot.0 = phi i32 [ 0, %init.ready ], [ 2, %init.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp) #2, !dbg !67
  switch i32 %cleanup.dest.slot.0, label %cleanup20 [
    i32 0, label %cleanup.cont
  ]

cleanup.cont:                                     ; preds = %cleanup
  call void @llvm.lifetime.start.p0(ptr %buf) #2, !dbg !72
    #dbg_declare(ptr %buf, !57, !DIExpression(), !73)
  %arraydecay = getelementptr inbounds [440 x i8], ptr %buf, i64 0, i64 0, !dbg !74
  call void @_Z7consumePc(ptr noundef %arraydecay), !dbg !75
  call void @llvm.lifetime.start.p0(ptr %sum) #2, !dbg !76
    #dbg_declare(ptr %sum, !63, !DIExpression(), !77)
  %9 = load i32, ptr %n1, align 4, !dbg !78, !tbaa !9
  %conv = sext i32 %9 to i64, !dbg !78
  store i64 %conv, ptr %sum, align 8, !dbg !77, !tbaa !79
  br label %while.cond, !dbg !81

while.cond:                                       ; preds = %cleanup.cont9, %cleanup.cont
  %10 = load i32, ptr %n1, align 4, !dbg !82, !tbaa !9
  %dec = add nsw i32 %10, -1, !dbg !82
  store i32 %dec, ptr %n1, align 4, !dbg !82, !tbaa !9
  %cmp = icmp sgt i32 %10, 0, !dbg !83
  br i1 %cmp, label %while.body, label %while.end, !dbg !81

while.body:                                       ; preds = %while.cond
  call void @llvm.lifetime.start.p0(ptr %ref.tmp4) #2, !dbg !84
  %call5 = call noundef zeroext i1 @_ZN5event11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp4), !dbg !84
  br i1 %call5, label %await.ready, label %await.suspend, !dbg !85

await.suspend:                                    ; preds = %while.body
  %11 = call token @llvm.coro.save(ptr null), !dbg !85
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp4, ptr %4, ptr @_Z4echoi.__await_suspend_wrapper__await), !dbg !85
  %12 = call i8 @llvm.coro.suspend(token %11, i1 false), !dbg !85
  switch i8 %12, label %coro.ret [
    i8 0, label %await.ready
    i8 1, label %await.cleanup
  ], !dbg !85

await.cleanup:                                    ; preds = %await.suspend
  br label %cleanup7, !dbg !85

await.ready:                                      ; preds = %await.suspend, %while.body
  %call6 = call noundef i64 @_ZN5event12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp4), !dbg !84
  %13 = load i64, ptr %sum, align 8, !dbg !86, !tbaa !79
  %add = add nsw i64 %13, %call6, !dbg !86
  store i64 %add, ptr %sum, align 8, !dbg !86, !tbaa !79
  br label %cleanup7, !dbg !87

cleanup7:                                         ; preds = %await.ready, %await.cleanup
  %cleanup.dest.slot.1 = phi i32 [ 0, %await.ready ], [ 2, %await.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp4) #2, !dbg !87
  switch i32 %cleanup.dest.slot.1, label %cleanup11 [
    i32 0, label %cleanup.cont9
  ]

cleanup.cont9:                                    ; preds = %cleanup7
  br label %while.cond, !dbg !81, !llvm.loop !88

while.end:                                        ; preds = %while.cond
  %14 = load i64, ptr %sum, align 8, !dbg !92, !tbaa !79
  %conv10 = trunc i64 %14 to i32, !dbg !92
  call void @_ZN3job12promise_type12return_valueEi(ptr noundef nonnull align 4 dereferenceable(4) %__promise, i32 noundef %conv10), !dbg !93
  br label %cleanup11, !dbg !93

cleanup11:                                        ; preds = %while.end, %cleanup7
  %cleanup.dest.slot.2 = phi i32 [ %cleanup.dest.slot.1, %cleanup7 ], [ 3, %while.end ]
  call void @llvm.lifetime.end.p0(ptr %sum) #2, !dbg !94
  call void @llvm.lifetime.end.p0(ptr %buf) #2, !dbg !94
  switch i32 %cleanup.dest.slot.2, label %cleanup20 [
    i32 3, label %coro.final
  ]

coro.final:                                       ; preds = %cleanup11
  call void @llvm.lifetime.start.p0(ptr %ref.tmp14) #2, !dbg !67
  call void @_ZN3job12promise_type13final_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !67
  %call16 = call noundef zeroext i1 @_ZNSt13suspend_never11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp14) #2, !dbg !67
  br i1 %call16, label %final.ready, label %final.suspend, !dbg !67

final.suspend:                                    ; preds = %coro.final
  %15 = call token @llvm.coro.save(ptr null), !dbg !67
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp14, ptr %4, ptr @_Z4echoi.__await_suspend_wrapper__final) #2, !dbg !67
  %16 = call i8 @llvm.coro.suspend(token %15, i1 true), !dbg !67
  switch i8 %16, label %coro.ret [
    i8 0, label %final.ready
    i8 1, label %final.cleanup
  ], !dbg !67

final.cleanup:                                    ; preds = %final.suspend
  br label %cleanup17, !dbg !67

final.ready:                                      ; preds = %final.suspend, %coro.final
  call void @_ZNSt13suspend_never12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp14) #2, !dbg !67
  br label %cleanup17, !dbg !67

cleanup17:                                        ; preds = %final.ready, %final.cleanup
  %cleanup.dest.slot.3 = phi i32 [ 0, %final.ready ], [ 2, %final.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp14) #2, !dbg !67
  switch i32 %cleanup.dest.slot.3, label %cleanup20 [
    i32 0, label %cleanup.cont19
  ]

cleanup.cont19:                                   ; preds = %cleanup17
  br label %cleanup20, !dbg !67

cleanup20:                                        ; preds = %cleanup.cont19, %cleanup17, %cleanup11, %cleanup
  %cleanup.dest.slot.4 = phi i32 [ %cleanup.dest.slot.0, %cleanup ], [ %cleanup.dest.slot.2, %cleanup11 ], [ %cleanup.dest.slot.3, %cleanup17 ], [ 0, %cleanup.cont19 ], !dbg !69
  call void @llvm.lifetime.end.p0(ptr %__promise) #2, !dbg !67
  call void @llvm.lifetime.end.p0(ptr %n1) #2, !dbg !67
  %17 = call ptr @llvm.coro.free(token %0, ptr %4), !dbg !67
  %18 = icmp ne ptr %17, null, !dbg !67
  br i1 %18, label %coro.free, label %after.coro.free, !dbg !67

coro.free:                                        ; preds = %cleanup20
  %19 = call i64 @llvm.coro.size.i64(), !dbg !67
  call void @_ZdlPvm(ptr noundef %17, i64 noundef %19) #2, !dbg !67
  br label %after.coro.free, !dbg !67

after.coro.free:                                  ; preds = %cleanup20, %coro.free
  switch i32 %cleanup.dest.slot.4, label %unreachable [
    i32 0, label %cleanup.cont24
    i32 2, label %coro.ret
  ]

cleanup.cont24:                                   ; preds = %after.coro.free
  br label %coro.ret, !dbg !67

coro.ret:                                         ; preds = %cleanup.cont24, %after.coro.free, %final.suspend, %await.suspend, %init.suspend
  call void @llvm.coro.end(ptr null, i1 false, token none), !dbg !67
  ret void, !dbg !67

unreachable:                                      ; preds = %after.coro.free
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #1

; Function Attrs: nounwind
declare i1 @llvm.coro.alloc(token) #2

; Function Attrs: nobuiltin allocsize(0)
declare !dbg !95 noundef nonnull ptr @_Znwm(i64 noundef) #3

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.size.i64() #4

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #5

declare !dbg !33 void @_ZN3job12promise_type17get_return_objectEv(ptr noundef nonnull align 4 dereferenceable(4)) #6

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3job12promise_type15initial_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %this) #7 comdat align 2 !dbg !100 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !104
    #dbg_declare(ptr %this.addr, !102, !DIExpression(), !107)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !108
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZNSt13suspend_never11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #7 comdat align 2 !dbg !109 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !113
    #dbg_declare(ptr %this.addr, !111, !DIExpression(), !115)
  %this1 = load ptr, ptr %this.addr, align 8
  ret i1 true, !dbg !116
}

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #8

; Function Attrs: alwaysinline mustprogress
define internal void @_Z4echoi.__await_suspend_wrapper__init(ptr noundef nonnull %0, ptr noundef %1) #9 !dbg !117 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !122
    #dbg_declare(ptr %.addr, !120, !DIExpression(), !123)
  store ptr %1, ptr %.addr1, align 8, !tbaa !122
    #dbg_declare(ptr %.addr1, !121, !DIExpression(), !123)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !124
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !124
  store ptr %call, ptr %coerce.dive, align 8, !dbg !124
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !124
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !124
  call void @_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !124
  ret void, !dbg !125
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %this, ptr %.coerce) #7 comdat align 2 !dbg !126 {
entry:
  %0 = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %0, i32 0, i32 0
  store ptr %.coerce, ptr %coerce.dive, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !113
    #dbg_declare(ptr %this.addr, !141, !DIExpression(), !143)
    #dbg_declare(ptr %0, !142, !DIExpression(), !144)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !145
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv(ptr noundef %p) #7 comdat align 2 !dbg !146 {
entry:
  %retval = alloca %"struct.std::coroutine_handle", align 8
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8, !tbaa !122
    #dbg_declare(ptr %p.addr, !148, !DIExpression(), !149)
  %p1 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !150
  %0 = load ptr, ptr %p.addr, align 8, !dbg !151, !tbaa !122
  store ptr %0, ptr %p1, align 8, !dbg !152, !tbaa !153
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !155
  %1 = load ptr, ptr %coerce.dive, align 8, !dbg !156
  ret ptr %1, !dbg !157
}

declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #2

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt13suspend_never12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #7 comdat align 2 !dbg !158 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !113
    #dbg_declare(ptr %this.addr, !160, !DIExpression(), !161)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !162
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #5

declare !dbg !163 void @_Z7consumePc(ptr noundef) #6

declare !dbg !167 noundef zeroext i1 @_ZN5event11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1)) #6

; Function Attrs: alwaysinline mustprogress
define internal void @_Z4echoi.__await_suspend_wrapper__await(ptr noundef nonnull %0, ptr noundef %1) #9 !dbg !179 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !122
    #dbg_declare(ptr %.addr, !181, !DIExpression(), !183)
  store ptr %1, ptr %.addr1, align 8, !tbaa !122
    #dbg_declare(ptr %.addr1, !182, !DIExpression(), !183)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !184
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !185
  store ptr %call, ptr %coerce.dive, align 8, !dbg !186
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !185
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !185
  call void @_ZN5event13await_suspendESt16coroutine_handleIN3job12promise_typeEE(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4), !dbg !185
  ret void, !dbg !186
}

declare !dbg !170 void @_ZN5event13await_suspendESt16coroutine_handleIN3job12promise_typeEE(ptr noundef nonnull align 1 dereferenceable(1), ptr) #6

declare !dbg !174 noundef i64 @_ZN5event12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1)) #6

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3job12promise_type12return_valueEi(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %r) #7 comdat align 2 !dbg !187 {
entry:
  %this.addr = alloca ptr, align 8
  %r.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !104
    #dbg_declare(ptr %this.addr, !189, !DIExpression(), !191)
  store i32 %r, ptr %r.addr, align 4, !tbaa !9
    #dbg_declare(ptr %r.addr, !190, !DIExpression(), !192)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %r.addr, align 4, !dbg !193, !tbaa !9
  %result = getelementptr inbounds nuw %"struct.job::promise_type", ptr %this1, i32 0, i32 0, !dbg !194
  store i32 %0, ptr %result, align 4, !dbg !195, !tbaa !70
  ret void, !dbg !196
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN3job12promise_type13final_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %this) #7 comdat align 2 !dbg !197 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !104
    #dbg_declare(ptr %this.addr, !199, !DIExpression(), !200)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !201
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z4echoi.__await_suspend_wrapper__final(ptr noundef nonnull %0, ptr noundef %1) #9 !dbg !202 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !122
    #dbg_declare(ptr %.addr, !204, !DIExpression(), !206)
  store ptr %1, ptr %.addr1, align 8, !tbaa !122
    #dbg_declare(ptr %.addr1, !205, !DIExpression(), !206)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !207
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !207
  store ptr %call, ptr %coerce.dive, align 8, !dbg !207
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !207
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !207
  call void @_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !207
  ret void, !dbg !208
}

; Function Attrs: nobuiltin nounwind
declare !dbg !209 void @_ZdlPvm(ptr noundef, i64 noundef) #10

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #11

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #2

attributes #0 = { mustprogress nounwind presplitcoroutine uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nounwind }
attributes #3 = { nobuiltin allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nomerge nounwind }
attributes #9 = { alwaysinline mustprogress "min-legal-vector-width"="0" "sample-profile-suffix-elision-policy"="selected" }
attributes #10 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind memory(argmem: read) }
attributes #12 = { allocsize(0) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang version 22", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "echo.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "1dfc92b90a0bf40d161e21b7df6e9883")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"clang version 22"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C++ TBAA"}
!13 = distinct !DISubprogram(name: "echo", linkageName: "_Z4echoi", scope: !1, file: !1, line: 35, type: !14, scopeLine: 35, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !19)
!14 = !DISubroutineType(types: !15)
!15 = !{!16, !18}
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "job", file: !1, line: 16, size: 8, flags: DIFlagTypePassByValue, elements: !17, identifier: "_ZTS3job")
!17 = !{}
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !{!20, !21, !57, !63}
!20 = !DILocalVariable(name: "n", arg: 1, scope: !13, file: !1, line: 35, type: !18)
!21 = !DILocalVariable(name: "__promise", scope: !13, type: !22, flags: DIFlagArtificial)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "promise_type", scope: !23, file: !1, line: 4, baseType: !30)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "coroutine_traits<job, int>", scope: !24, file: !1, line: 4, size: 8, flags: DIFlagTypePassByValue, elements: !17, templateParams: !25, identifier: "_ZTSSt16coroutine_traitsI3jobJiEE")
!24 = !DINamespace(name: "std", scope: null)
!25 = !{!26, !27}
!26 = !DITemplateTypeParameter(name: "R", type: !16)
!27 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "A", value: !28)
!28 = !{!29}
!29 = !DITemplateTypeParameter(type: !18)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "promise_type", scope: !16, file: !1, line: 17, size: 32, flags: DIFlagTypePassByValue, elements: !31, identifier: "_ZTSN3job12promise_typeE")
!31 = !{!32, !33, !37, !50, !51, !54}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "result", scope: !30, file: !1, line: 18, baseType: !18, size: 32)
!33 = !DISubprogram(name: "get_return_object", linkageName: "_ZN3job12promise_type17get_return_objectEv", scope: !30, file: !1, line: 19, type: !34, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!34 = !DISubroutineType(types: !35)
!35 = !{!16, !36}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!37 = !DISubprogram(name: "initial_suspend", linkageName: "_ZN3job12promise_type15initial_suspendEv", scope: !30, file: !1, line: 20, type: !38, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!38 = !DISubroutineType(types: !39)
!39 = !{!40, !36}
!40 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "suspend_never", scope: !24, file: !1, line: 9, size: 8, flags: DIFlagTypePassByValue, elements: !41, identifier: "_ZTSSt13suspend_never")
!41 = !{!42, !47}
!42 = !DISubprogram(name: "await_ready", linkageName: "_ZNSt13suspend_never11await_readyEv", scope: !40, file: !1, line: 10, type: !43, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!43 = !DISubroutineType(types: !44)
!44 = !{!45, !46}
!45 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!47 = !DISubprogram(name: "await_resume", linkageName: "_ZNSt13suspend_never12await_resumeEv", scope: !40, file: !1, line: 12, type: !48, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!48 = !DISubroutineType(types: !49)
!49 = !{null, !46}
!50 = !DISubprogram(name: "final_suspend", linkageName: "_ZN3job12promise_type13final_suspendEv", scope: !30, file: !1, line: 21, type: !38, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!51 = !DISubprogram(name: "return_value", linkageName: "_ZN3job12promise_type12return_valueEi", scope: !30, file: !1, line: 22, type: !52, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!52 = !DISubroutineType(types: !53)
!53 = !{null, !36, !18}
!54 = !DISubprogram(name: "unhandled_exception", linkageName: "_ZN3job12promise_type19unhandled_exceptionEv", scope: !30, file: !1, line: 23, type: !55, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!55 = !DISubroutineType(types: !56)
!56 = !{null, !36}
!57 = !DILocalVariable(name: "buf", scope: !58, file: !1, line: 36, type: !59)
!58 = distinct !DILexicalBlock(scope: !13, file: !1, line: 35, column: 17)
!59 = !DICompositeType(tag: DW_TAG_array_type, baseType: !60, size: 3520, elements: !61)
!60 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!61 = !{!62}
!62 = !DISubrange(count: 440)
!63 = !DILocalVariable(name: "sum", scope: !58, file: !1, line: 38, type: !64)
!64 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!65 = !DILocation(line: 35, column: 14, scope: !13)
!66 = !DILocation(line: 35, column: 17, scope: !13)
!67 = !DILocation(line: 35, column: 5, scope: !13)
!68 = !DILocation(line: 40, column: 12, scope: !13)
!69 = !DILocation(line: 0, scope: !13)
!70 = !{!71, !10, i64 0}
!71 = !{!"_ZTSN3job12promise_typeE", !10, i64 0}
!72 = !DILocation(line: 36, column: 3, scope: !58)
!73 = !DILocation(line: 36, column: 8, scope: !58)
!74 = !DILocation(line: 37, column: 11, scope: !58)
!75 = !DILocation(line: 37, column: 3, scope: !58)
!76 = !DILocation(line: 38, column: 3, scope: !58)
!77 = !DILocation(line: 38, column: 8, scope: !58)
!78 = !DILocation(line: 38, column: 14, scope: !58)
!79 = !{!80, !80, i64 0}
!80 = !{!"long", !11, i64 0}
!81 = !DILocation(line: 39, column: 3, scope: !58)
!82 = !DILocation(line: 39, column: 11, scope: !58)
!83 = !DILocation(line: 39, column: 14, scope: !58)
!84 = !DILocation(line: 40, column: 21, scope: !58)
!85 = !DILocation(line: 40, column: 12, scope: !58)
!86 = !DILocation(line: 40, column: 9, scope: !58)
!87 = !DILocation(line: 40, column: 5, scope: !58)
!88 = distinct !{!88, !81, !89, !90, !91}
!89 = !DILocation(line: 40, column: 27, scope: !58)
!90 = !{!"llvm.loop.mustprogress"}
!91 = !{!"llvm.loop.unroll.disable"}
!92 = !DILocation(line: 41, column: 13, scope: !58)
!93 = !DILocation(line: 41, column: 3, scope: !58)
!94 = !DILocation(line: 42, column: 1, scope: !13)
!95 = !DISubprogram(name: "operator new", linkageName: "_Znwm", scope: !1, file: !1, type: !96, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!96 = !DISubroutineType(types: !97)
!97 = !{!98, !99}
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!99 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!100 = distinct !DISubprogram(name: "initial_suspend", linkageName: "_ZN3job12promise_type15initial_suspendEv", scope: !30, file: !1, line: 20, type: !38, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !37, retainedNodes: !101, keyInstructions: true)
!101 = !{!102}
!102 = !DILocalVariable(name: "this", arg: 1, scope: !100, type: !103, flags: DIFlagArtificial | DIFlagObjectPointer)
!103 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!104 = !{!105, !105, i64 0}
!105 = !{!"p1 _ZTSN3job12promise_typeE", !106, i64 0}
!106 = !{!"any pointer", !11, i64 0}
!107 = !DILocation(line: 0, scope: !100)
!108 = !DILocation(line: 20, column: 53, scope: !100, atomGroup: 1, atomRank: 1)
!109 = distinct !DISubprogram(name: "await_ready", linkageName: "_ZNSt13suspend_never11await_readyEv", scope: !40, file: !1, line: 10, type: !43, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !42, retainedNodes: !110, keyInstructions: true)
!110 = !{!111}
!111 = !DILocalVariable(name: "this", arg: 1, scope: !109, type: !112, flags: DIFlagArtificial | DIFlagObjectPointer)
!112 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !40, size: 64)
!113 = !{!114, !114, i64 0}
!114 = !{!"p1 _ZTSSt13suspend_never", !106, i64 0}
!115 = !DILocation(line: 0, scope: !109)
!116 = !DILocation(line: 10, column: 33, scope: !109, atomGroup: 1, atomRank: 1)
!117 = distinct !DISubprogram(linkageName: "_Z4echoi.__await_suspend_wrapper__init", scope: !1, file: !1, type: !118, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !119, keyInstructions: true)
!118 = !DISubroutineType(types: !17)
!119 = !{!120, !121}
!120 = !DILocalVariable(arg: 1, scope: !117, type: !98, flags: DIFlagArtificial)
!121 = !DILocalVariable(arg: 2, scope: !117, type: !98, flags: DIFlagArtificial)
!122 = !{!106, !106, i64 0}
!123 = !DILocation(line: 0, scope: !117)
!124 = !DILocation(line: 35, column: 5, scope: !117)
!125 = !DILocation(line: 35, column: 5, scope: !117, atomGroup: 1, atomRank: 1)
!126 = distinct !DISubprogram(name: "await_suspend<std::coroutine_handle<job::promise_type> >", linkageName: "_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_", scope: !40, file: !1, line: 11, type: !127, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !138, declaration: !137, retainedNodes: !140, keyInstructions: true)
!127 = !DISubroutineType(types: !128)
!128 = !{null, !46, !129}
!129 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "coroutine_handle<job::promise_type>", scope: !24, file: !1, line: 5, size: 64, flags: DIFlagTypePassByValue, elements: !130, templateParams: !135, identifier: "_ZTSSt16coroutine_handleIN3job12promise_typeEE")
!130 = !{!131, !132}
!131 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !129, file: !1, line: 7, baseType: !98, size: 64)
!132 = !DISubprogram(name: "from_address", linkageName: "_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv", scope: !129, file: !1, line: 6, type: !133, scopeLine: 6, flags: DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!133 = !DISubroutineType(types: !134)
!134 = !{!129, !98}
!135 = !{!136}
!136 = !DITemplateTypeParameter(name: "P", type: !30)
!137 = !DISubprogram(name: "await_suspend<std::coroutine_handle<job::promise_type> >", linkageName: "_ZNSt13suspend_never13await_suspendISt16coroutine_handleIN3job12promise_typeEEEEvT_", scope: !40, file: !1, line: 11, type: !127, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, templateParams: !138)
!138 = !{!139}
!139 = !DITemplateTypeParameter(name: "H", type: !129)
!140 = !{!141, !142}
!141 = !DILocalVariable(name: "this", arg: 1, scope: !126, type: !112, flags: DIFlagArtificial | DIFlagObjectPointer)
!142 = !DILocalVariable(arg: 2, scope: !126, file: !1, line: 11, type: !129)
!143 = !DILocation(line: 0, scope: !126)
!144 = !DILocation(line: 11, column: 42, scope: !126)
!145 = !DILocation(line: 11, column: 54, scope: !126, atomGroup: 1, atomRank: 1)
!146 = distinct !DISubprogram(name: "from_address", linkageName: "_ZNSt16coroutine_handleIN3job12promise_typeEE12from_addressEPv", scope: !129, file: !1, line: 6, type: !133, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !132, retainedNodes: !147, keyInstructions: true)
!147 = !{!148}
!148 = !DILocalVariable(name: "p", arg: 1, scope: !146, file: !1, line: 6, type: !98)
!149 = !DILocation(line: 6, column: 46, scope: !146)
!150 = !DILocation(line: 6, column: 67, scope: !146)
!151 = !DILocation(line: 6, column: 68, scope: !146, atomGroup: 1, atomRank: 2)
!152 = !DILocation(line: 6, column: 67, scope: !146, atomGroup: 1, atomRank: 1)
!153 = !{!154, !106, i64 0}
!154 = !{!"_ZTSSt16coroutine_handleIN3job12promise_typeEE", !106, i64 0}
!155 = !DILocation(line: 6, column: 60, scope: !146)
!156 = !DILocation(line: 6, column: 60, scope: !146, atomGroup: 1, atomRank: 2)
!157 = !DILocation(line: 6, column: 60, scope: !146, atomGroup: 1, atomRank: 1)
!158 = distinct !DISubprogram(name: "await_resume", linkageName: "_ZNSt13suspend_never12await_resumeEv", scope: !40, file: !1, line: 12, type: !48, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !47, retainedNodes: !159, keyInstructions: true)
!159 = !{!160}
!160 = !DILocalVariable(name: "this", arg: 1, scope: !158, type: !112, flags: DIFlagArtificial | DIFlagObjectPointer)
!161 = !DILocation(line: 0, scope: !158)
!162 = !DILocation(line: 12, column: 33, scope: !158, atomGroup: 1, atomRank: 1)
!163 = !DISubprogram(name: "consume", linkageName: "_Z7consumePc", scope: !1, file: !1, line: 33, type: !164, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!164 = !DISubroutineType(types: !165)
!165 = !{null, !166}
!166 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !60, size: 64)
!167 = !DISubprogram(name: "await_ready", linkageName: "_ZN5event11await_readyEv", scope: !168, file: !1, line: 28, type: !177, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!168 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "event", file: !1, line: 27, size: 8, flags: DIFlagTypePassByValue, elements: !169, identifier: "_ZTS5event")
!169 = !{!167, !170, !174}
!170 = !DISubprogram(name: "await_suspend", linkageName: "_ZN5event13await_suspendESt16coroutine_handleIN3job12promise_typeEE", scope: !168, file: !1, line: 29, type: !171, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!171 = !DISubroutineType(types: !172)
!172 = !{null, !173, !129}
!173 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !168, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!174 = !DISubprogram(name: "await_resume", linkageName: "_ZN5event12await_resumeEv", scope: !168, file: !1, line: 30, type: !175, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!175 = !DISubroutineType(types: !176)
!176 = !{!64, !173}
!177 = !DISubroutineType(types: !178)
!178 = !{!45, !173}
!179 = distinct !DISubprogram(linkageName: "_Z4echoi.__await_suspend_wrapper__await", scope: !1, file: !1, type: !118, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !180, keyInstructions: true)
!180 = !{!181, !182}
!181 = !DILocalVariable(arg: 1, scope: !179, type: !98, flags: DIFlagArtificial)
!182 = !DILocalVariable(arg: 2, scope: !179, type: !98, flags: DIFlagArtificial)
!183 = !DILocation(line: 0, scope: !179)
!184 = !DILocation(line: 40, column: 21, scope: !179, atomGroup: 2, atomRank: 2)
!185 = !DILocation(line: 40, column: 21, scope: !179)
!186 = !DILocation(line: 40, column: 21, scope: !179, atomGroup: 2, atomRank: 1)
!187 = distinct !DISubprogram(name: "return_value", linkageName: "_ZN3job12promise_type12return_valueEi", scope: !30, file: !1, line: 22, type: !52, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !51, retainedNodes: !188, keyInstructions: true)
!188 = !{!189, !190}
!189 = !DILocalVariable(name: "this", arg: 1, scope: !187, type: !103, flags: DIFlagArtificial | DIFlagObjectPointer)
!190 = !DILocalVariable(name: "r", arg: 2, scope: !187, file: !1, line: 22, type: !18)
!191 = !DILocation(line: 0, scope: !187)
!192 = !DILocation(line: 22, column: 27, scope: !187)
!193 = !DILocation(line: 22, column: 41, scope: !187, atomGroup: 1, atomRank: 2)
!194 = !DILocation(line: 22, column: 32, scope: !187)
!195 = !DILocation(line: 22, column: 39, scope: !187, atomGroup: 1, atomRank: 1)
!196 = !DILocation(line: 22, column: 44, scope: !187, atomGroup: 2, atomRank: 1)
!197 = distinct !DISubprogram(name: "final_suspend", linkageName: "_ZN3job12promise_type13final_suspendEv", scope: !30, file: !1, line: 21, type: !38, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !50, retainedNodes: !198, keyInstructions: true)
!198 = !{!199}
!199 = !DILocalVariable(name: "this", arg: 1, scope: !197, type: !103, flags: DIFlagArtificial | DIFlagObjectPointer)
!200 = !DILocation(line: 0, scope: !197)
!201 = !DILocation(line: 21, column: 51, scope: !197, atomGroup: 1, atomRank: 1)
!202 = distinct !DISubprogram(linkageName: "_Z4echoi.__await_suspend_wrapper__final", scope: !1, file: !1, type: !118, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !203, keyInstructions: true)
!203 = !{!204, !205}
!204 = !DILocalVariable(arg: 1, scope: !202, type: !98, flags: DIFlagArtificial)
!205 = !DILocalVariable(arg: 2, scope: !202, type: !98, flags: DIFlagArtificial)
!206 = !DILocation(line: 0, scope: !202)
!207 = !DILocation(line: 35, column: 5, scope: !202)
!208 = !DILocation(line: 35, column: 5, scope: !202, atomGroup: 3, atomRank: 1)
!209 = !DISubprogram(name: "operator delete", linkageName: "_ZdlPvm", scope: !1, file: !1, type: !210, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!210 = !DISubroutineType(types: !211)
!211 = !{null, !98, !99}
