; ModuleID = 'tasks.cpp'
source_filename = "tasks.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"struct.std::coroutine_handle" = type { ptr }
%struct.task = type { %"struct.std::coroutine_handle" }
%"struct.task::promise_type" = type { i32 }
%"struct.std::suspend_always" = type { i8 }
%struct.timer = type { i8 }

$_ZN4task12promise_type17get_return_objectEv = comdat any

$_ZN4task12promise_type15initial_suspendEv = comdat any

$_ZNSt14suspend_always11await_readyEv = comdat any

$_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_ = comdat any

$_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv = comdat any

$_ZNSt14suspend_always12await_resumeEv = comdat any

$_ZN5timer11await_readyEv = comdat any

$_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE = comdat any

$_ZN5timer12await_resumeEv = comdat any

$_ZN4task12promise_type12return_valueEi = comdat any

$_ZN4task12promise_type13final_suspendEv = comdat any

$_ZN4task11await_readyEv = comdat any

$_ZN4task13await_suspendISt16coroutine_handleINS_12promise_typeEEEEvT_ = comdat any

$_ZN4task12await_resumeEv = comdat any

$_ZN4taskD2Ev = comdat any

$_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv = comdat any

$_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv = comdat any

$_ZN4task7releaseEv = comdat any

$_ZNSt16coroutine_handleIN4task12promise_typeEE12from_promiseERS1_ = comdat any

$_ZN4taskC2ESt16coroutine_handleINS_12promise_typeEE = comdat any

$_ZNSt16coroutine_handleIN4task12promise_typeEE7destroyEv = comdat any

@current = dso_local global %"struct.std::coroutine_handle" zeroinitializer, align 8, !dbg !0

; Function Attrs: mustprogress nounwind presplitcoroutine uwtable
define dso_local void @_Z7measurei(ptr dead_on_unwind noalias writable sret(%struct.task) align 8 %agg.result, i32 noundef %n) #0 !dbg !92 {
entry:
  %result.ptr = alloca ptr, align 8
  %n.addr = alloca i32, align 4, !coro.outside.frame !100
  %n1 = alloca i32, align 4
  %__promise = alloca %"struct.task::promise_type", align 4
  %ref.tmp = alloca %"struct.std::suspend_always", align 1
  %undef.agg.tmp = alloca %"struct.std::suspend_always", align 1
  %from = alloca i32, align 4
  %ref.tmp3 = alloca %struct.timer, align 1
  %tmp.exprcleanup = alloca i32, align 4
  %ref.tmp11 = alloca %"struct.std::suspend_always", align 1
  %undef.agg.tmp12 = alloca %"struct.std::suspend_always", align 1
  store ptr %agg.result, ptr %result.ptr, align 8
  store i32 %n, ptr %n.addr, align 4, !tbaa !88
    #dbg_declare(ptr %n.addr, !96, !DIExpression(), !108)
  %0 = call token @llvm.coro.id(i32 16, ptr %__promise, ptr null, ptr null), !dbg !109
  %1 = call i1 @llvm.coro.alloc(token %0), !dbg !109
  br i1 %1, label %coro.alloc, label %coro.init, !dbg !109

coro.alloc:                                       ; preds = %entry
  %2 = call i64 @llvm.coro.size.i64(), !dbg !110
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef %2) #13, !dbg !110
  br label %coro.init, !dbg !109

coro.init:                                        ; preds = %coro.alloc, %entry
  %3 = phi ptr [ null, %entry ], [ %call, %coro.alloc ], !dbg !109
  %4 = call ptr @llvm.coro.begin(token %0, ptr %3), !dbg !109
  call void @llvm.lifetime.start.p0(ptr %n1) #2, !dbg !111
    #dbg_declare(ptr %n1, !96, !DIExpression(), !112)
  %5 = load i32, ptr %n.addr, align 4, !dbg !111, !tbaa !88
  store i32 %5, ptr %n1, align 4, !dbg !111, !tbaa !88
  call void @llvm.lifetime.start.p0(ptr %__promise) #2, !dbg !110
    #dbg_declare(ptr %__promise, !97, !DIExpression(), !112)
  %result = getelementptr inbounds nuw %"struct.task::promise_type", ptr %__promise, i32 0, i32 0, !dbg !110
  %6 = load i32, ptr %n1, align 4, !dbg !110, !tbaa !88
  store i32 %6, ptr %result, align 4, !dbg !110, !tbaa !113
  call void @_ZN4task12promise_type17get_return_objectEv(ptr dead_on_unwind writable sret(%struct.task) align 8 %agg.result, ptr noundef nonnull align 4 dereferenceable(4) %__promise), !dbg !110
  call void @llvm.lifetime.start.p0(ptr %ref.tmp) #2, !dbg !110
  call void @_ZN4task12promise_type15initial_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !110
  %call2 = call noundef zeroext i1 @_ZNSt14suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !110
  br i1 %call2, label %init.ready, label %init.suspend, !dbg !110

init.suspend:                                     ; preds = %coro.init
  %7 = call token @llvm.coro.save(ptr null), !dbg !110
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp, ptr %4, ptr @_Z7measurei.__await_suspend_wrapper__init) #2, !dbg !110
  %8 = call i8 @llvm.coro.suspend(token %7, i1 false), !dbg !110
  switch i8 %8, label %coro.ret [
    i8 0, label %init.ready
    i8 1, label %init.cleanup
  ], !dbg !110

init.cleanup:                                     ; preds = %init.suspend
  br label %cleanup, !dbg !110

init.ready:                                       ; preds = %init.suspend, %coro.init
  call void @_ZNSt14suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !110
  br label %cleanup, !dbg !110

cleanup:                                          ; preds = %init.ready, %init.cleanup
  %cleanup.dest.slot.0 = phi i32 [ 0, %init.ready ], [ 2, %init.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp) #2, !dbg !110
  switch i32 %cleanup.dest.slot.0, label %cleanup17 [
    i32 0, label %cleanup.cont
  ]

cleanup.cont:                                     ; preds = %cleanup
  call void @llvm.lifetime.start.p0(ptr %from) #2, !dbg !115
    #dbg_declare(ptr %from, !106, !DIExpression(), !116)
  call void @llvm.lifetime.start.p0(ptr %ref.tmp3) #2, !dbg !117
  %call4 = call noundef zeroext i1 @_ZN5timer11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp3), !dbg !117
  br i1 %call4, label %await.ready, label %await.suspend, !dbg !118

await.suspend:                                    ; preds = %cleanup.cont
  %9 = call token @llvm.coro.save(ptr null), !dbg !118
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp3, ptr %4, ptr @_Z7measurei.__await_suspend_wrapper__await), !dbg !118
  %10 = call i8 @llvm.coro.suspend(token %9, i1 false), !dbg !118
  switch i8 %10, label %coro.ret [
    i8 0, label %await.ready
    i8 1, label %await.cleanup
  ], !dbg !118

await.cleanup:                                    ; preds = %await.suspend
  br label %cleanup6, !dbg !118

await.ready:                                      ; preds = %await.suspend, %cleanup.cont
  %call5 = call noundef i32 @_ZN5timer12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp3), !dbg !117
  store i32 %call5, ptr %tmp.exprcleanup, align 4, !dbg !118
  br label %cleanup6, !dbg !118

cleanup6:                                         ; preds = %await.ready, %await.cleanup
  %cleanup.dest.slot.1 = phi i32 [ 0, %await.ready ], [ 2, %await.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp3) #2, !dbg !118
  switch i32 %cleanup.dest.slot.1, label %cleanup9 [
    i32 0, label %cleanup.cont8
  ]

cleanup.cont8:                                    ; preds = %cleanup6
  %11 = load i32, ptr %tmp.exprcleanup, align 4, !dbg !118
  store i32 %11, ptr %from, align 4, !dbg !116, !tbaa !88
  %12 = load i32, ptr %from, align 4, !dbg !119, !tbaa !88
  %13 = load i32, ptr %n1, align 4, !dbg !120, !tbaa !88
  %add = add nsw i32 %12, %13, !dbg !121
  call void @_ZN4task12promise_type12return_valueEi(ptr noundef nonnull align 4 dereferenceable(4) %__promise, i32 noundef %add), !dbg !122
  br label %cleanup9, !dbg !122

cleanup9:                                         ; preds = %cleanup.cont8, %cleanup6
  %cleanup.dest.slot.2 = phi i32 [ %cleanup.dest.slot.1, %cleanup6 ], [ 3, %cleanup.cont8 ]
  call void @llvm.lifetime.end.p0(ptr %from) #2, !dbg !123
  switch i32 %cleanup.dest.slot.2, label %cleanup17 [
    i32 3, label %coro.final
  ]

coro.final:                                       ; preds = %cleanup9
  call void @llvm.lifetime.start.p0(ptr %ref.tmp11) #2, !dbg !110
  call void @_ZN4task12promise_type13final_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !110
  %call13 = call noundef zeroext i1 @_ZNSt14suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp11) #2, !dbg !110
  br i1 %call13, label %final.ready, label %final.suspend, !dbg !110

final.suspend:                                    ; preds = %coro.final
  %14 = call token @llvm.coro.save(ptr null), !dbg !110
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp11, ptr %4, ptr @_Z7measurei.__await_suspend_wrapper__final) #2, !dbg !110
  %15 = call i8 @llvm.coro.suspend(token %14, i1 true), !dbg !110
  switch i8 %15, label %coro.ret [
    i8 0, label %final.ready
    i8 1, label %final.cleanup
  ], !dbg !110

final.cleanup:                                    ; preds = %final.suspend
  br label %cleanup14, !dbg !110

final.ready:                                      ; preds = %final.suspend, %coro.final
  call void @_ZNSt14suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp11) #2, !dbg !110
  br label %cleanup14, !dbg !110

cleanup14:                                        ; preds = %final.ready, %final.cleanup
  %cleanup.dest.slot.3 = phi i32 [ 0, %final.ready ], [ 2, %final.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp11) #2, !dbg !110
  switch i32 %cleanup.dest.slot.3, label %cleanup17 [
    i32 0, label %cleanup.cont16
  ]

cleanup.cont16:                                   ; preds = %cleanup14
  br label %cleanup17, !dbg !110

cleanup17:                                        ; preds = %cleanup.cont16, %cleanup14, %cleanup9, %cleanup
  %cleanup.dest.slot.4 = phi i32 [ %cleanup.dest.slot.0, %cleanup ], [ %cleanup.dest.slot.2, %cleanup9 ], [ %cleanup.dest.slot.3, %cleanup14 ], [ 0, %cleanup.cont16 ], !dbg !112
  call void @llvm.lifetime.end.p0(ptr %__promise) #2, !dbg !110
  call void @llvm.lifetime.end.p0(ptr %n1) #2, !dbg !110
  %16 = call ptr @llvm.coro.free(token %0, ptr %4), !dbg !110
  %17 = icmp ne ptr %16, null, !dbg !110
  br i1 %17, label %coro.free, label %after.coro.free, !dbg !110

coro.free:                                        ; preds = %cleanup17
  %18 = call i64 @llvm.coro.size.i64(), !dbg !110
  call void @_ZdlPvm(ptr noundef %16, i64 noundef %18) #2, !dbg !110
  br label %after.coro.free, !dbg !110

after.coro.free:                                  ; preds = %cleanup17, %coro.free
  switch i32 %cleanup.dest.slot.4, label %unreachable [
    i32 0, label %cleanup.cont21
    i32 2, label %coro.ret
  ]

cleanup.cont21:                                   ; preds = %after.coro.free
  br label %coro.ret, !dbg !110

coro.ret:                                         ; preds = %cleanup.cont21, %after.coro.free, %final.suspend, %await.suspend, %init.suspend
  call void @llvm.coro.end(ptr null, i1 false, token none), !dbg !110
  ret void, !dbg !110

unreachable:                                      ; preds = %after.coro.free
  unreachable
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #1

; Function Attrs: nounwind
declare i1 @llvm.coro.alloc(token) #2

; Function Attrs: nobuiltin allocsize(0)
declare !dbg !124 noundef nonnull ptr @_Znwm(i64 noundef) #3

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.size.i64() #4

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #5

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type17get_return_objectEv(ptr dead_on_unwind noalias writable sret(%struct.task) align 8 %agg.result, ptr noundef nonnull align 4 dereferenceable(4) %this) #6 comdat align 2 !dbg !128 {
entry:
  %result.ptr = alloca ptr, align 8
  %this.addr = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %agg.result, ptr %result.ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !131
    #dbg_declare(ptr %this.addr, !130, !DIExpression(), !134)
  %this1 = load ptr, ptr %this.addr, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_promiseERS1_(ptr noundef nonnull align 4 dereferenceable(4) %this1) #2, !dbg !135
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !136
  store ptr %call, ptr %coerce.dive, align 8, !dbg !137
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !138
  %0 = load ptr, ptr %coerce.dive2, align 8, !dbg !138
  call void @_ZN4taskC2ESt16coroutine_handleINS_12promise_typeEE(ptr noundef nonnull align 8 dereferenceable(8) %agg.result, ptr %0), !dbg !138
  ret void, !dbg !139
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type15initial_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %this) #6 comdat align 2 !dbg !140 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !131
    #dbg_declare(ptr %this.addr, !142, !DIExpression(), !143)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !144
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZNSt14suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #6 comdat align 2 !dbg !145 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !149
    #dbg_declare(ptr %this.addr, !147, !DIExpression(), !151)
  %this1 = load ptr, ptr %this.addr, align 8
  ret i1 false, !dbg !152
}

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #7

; Function Attrs: alwaysinline mustprogress
define internal void @_Z7measurei.__await_suspend_wrapper__init(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !153 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !156, !DIExpression(), !159)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !157, !DIExpression(), !159)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !160
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !160
  store ptr %call, ptr %coerce.dive, align 8, !dbg !160
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !160
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !160
  call void @_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !160
  ret void, !dbg !161
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %this, ptr %.coerce) #6 comdat align 2 !dbg !162 {
entry:
  %0 = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %0, i32 0, i32 0
  store ptr %.coerce, ptr %coerce.dive, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !149
    #dbg_declare(ptr %this.addr, !169, !DIExpression(), !171)
    #dbg_declare(ptr %0, !170, !DIExpression(), !172)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !173
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %p) #6 comdat align 2 !dbg !174 {
entry:
  %retval = alloca %"struct.std::coroutine_handle", align 8
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8, !tbaa !158
    #dbg_declare(ptr %p.addr, !176, !DIExpression(), !177)
  %p1 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !178
  %0 = load ptr, ptr %p.addr, align 8, !dbg !179, !tbaa !158
  store ptr %0, ptr %p1, align 8, !dbg !180, !tbaa !181
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !183
  %1 = load ptr, ptr %coerce.dive, align 8, !dbg !184
  ret ptr %1, !dbg !185
}

declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #2

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt14suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #6 comdat align 2 !dbg !186 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !149
    #dbg_declare(ptr %this.addr, !188, !DIExpression(), !189)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !190
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #5

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN5timer11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #6 comdat align 2 !dbg !191 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !207
    #dbg_declare(ptr %this.addr, !205, !DIExpression(), !209)
  %this1 = load ptr, ptr %this.addr, align 8
  ret i1 false, !dbg !210
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z7measurei.__await_suspend_wrapper__await(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !211 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !213, !DIExpression(), !215)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !214, !DIExpression(), !215)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !216
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !217
  store ptr %call, ptr %coerce.dive, align 8, !dbg !218
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !217
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !217
  call void @_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4), !dbg !217
  ret void, !dbg !218
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE(ptr noundef nonnull align 1 dereferenceable(1) %this, ptr %.coerce) #6 comdat align 2 !dbg !219 {
entry:
  %0 = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %0, i32 0, i32 0
  store ptr %.coerce, ptr %coerce.dive, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !207
    #dbg_declare(ptr %this.addr, !221, !DIExpression(), !223)
    #dbg_declare(ptr %0, !222, !DIExpression(), !224)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !225
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN5timer12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %this) #6 comdat align 2 !dbg !226 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !207
    #dbg_declare(ptr %this.addr, !228, !DIExpression(), !229)
  %this1 = load ptr, ptr %this.addr, align 8
  %call = call noundef i32 @_Z4tickv(), !dbg !230
  ret i32 %call, !dbg !231
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type12return_valueEi(ptr noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %r) #6 comdat align 2 !dbg !232 {
entry:
  %this.addr = alloca ptr, align 8
  %r.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8, !tbaa !131
    #dbg_declare(ptr %this.addr, !234, !DIExpression(), !236)
  store i32 %r, ptr %r.addr, align 4, !tbaa !88
    #dbg_declare(ptr %r.addr, !235, !DIExpression(), !237)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr %r.addr, align 4, !dbg !238, !tbaa !88
  %result = getelementptr inbounds nuw %"struct.task::promise_type", ptr %this1, i32 0, i32 0, !dbg !239
  store i32 %0, ptr %result, align 4, !dbg !240, !tbaa !113
  ret void, !dbg !241
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task12promise_type13final_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %this) #6 comdat align 2 !dbg !242 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !131
    #dbg_declare(ptr %this.addr, !244, !DIExpression(), !245)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !246
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z7measurei.__await_suspend_wrapper__final(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !247 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !249, !DIExpression(), !251)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !250, !DIExpression(), !251)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !252
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !252
  store ptr %call, ptr %coerce.dive, align 8, !dbg !252
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !252
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !252
  call void @_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !252
  ret void, !dbg !253
}

; Function Attrs: nobuiltin nounwind
declare !dbg !254 void @_ZdlPvm(ptr noundef, i64 noundef) #9

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #10

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #2

; Function Attrs: mustprogress nounwind presplitcoroutine uwtable
define dso_local void @_Z5twicei(ptr dead_on_unwind noalias writable sret(%struct.task) align 8 %agg.result, i32 noundef %n) #0 !dbg !257 {
entry:
  %result.ptr = alloca ptr, align 8
  %n.addr = alloca i32, align 4, !coro.outside.frame !100
  %n1 = alloca i32, align 4
  %__promise = alloca %"struct.task::promise_type", align 4
  %ref.tmp = alloca %"struct.std::suspend_always", align 1
  %undef.agg.tmp = alloca %"struct.std::suspend_always", align 1
  %first = alloca %struct.task, align 8
  %sum = alloca i32, align 4
  %ref.tmp5 = alloca %struct.timer, align 1
  %ref.tmp15 = alloca %"struct.std::suspend_always", align 1
  %undef.agg.tmp16 = alloca %"struct.std::suspend_always", align 1
  store ptr %agg.result, ptr %result.ptr, align 8
  store i32 %n, ptr %n.addr, align 4, !tbaa !88
    #dbg_declare(ptr %n.addr, !259, !DIExpression(), !264)
  %0 = call token @llvm.coro.id(i32 16, ptr %__promise, ptr null, ptr null), !dbg !265
  %1 = call i1 @llvm.coro.alloc(token %0), !dbg !265
  br i1 %1, label %coro.alloc, label %coro.init, !dbg !265

coro.alloc:                                       ; preds = %entry
  %2 = call i64 @llvm.coro.size.i64(), !dbg !266
  %call = call noalias noundef nonnull ptr @_Znwm(i64 noundef %2) #13, !dbg !266
  br label %coro.init, !dbg !265

coro.init:                                        ; preds = %coro.alloc, %entry
  %3 = phi ptr [ null, %entry ], [ %call, %coro.alloc ], !dbg !265
  %4 = call ptr @llvm.coro.begin(token %0, ptr %3), !dbg !265
  call void @llvm.lifetime.start.p0(ptr %n1) #2, !dbg !267
    #dbg_declare(ptr %n1, !259, !DIExpression(), !268)
  %5 = load i32, ptr %n.addr, align 4, !dbg !267, !tbaa !88
  store i32 %5, ptr %n1, align 4, !dbg !267, !tbaa !88
  call void @llvm.lifetime.start.p0(ptr %__promise) #2, !dbg !266
    #dbg_declare(ptr %__promise, !260, !DIExpression(), !268)
  %result = getelementptr inbounds nuw %"struct.task::promise_type", ptr %__promise, i32 0, i32 0, !dbg !266
  %6 = load i32, ptr %n1, align 4, !dbg !266, !tbaa !88
  store i32 %6, ptr %result, align 4, !dbg !266, !tbaa !113
  call void @_ZN4task12promise_type17get_return_objectEv(ptr dead_on_unwind writable sret(%struct.task) align 8 %agg.result, ptr noundef nonnull align 4 dereferenceable(4) %__promise), !dbg !266
  call void @llvm.lifetime.start.p0(ptr %ref.tmp) #2, !dbg !266
  call void @_ZN4task12promise_type15initial_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !266
  %call2 = call noundef zeroext i1 @_ZNSt14suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !266
  br i1 %call2, label %init.ready, label %init.suspend, !dbg !266

init.suspend:                                     ; preds = %coro.init
  %7 = call token @llvm.coro.save(ptr null), !dbg !266
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp, ptr %4, ptr @_Z5twicei.__await_suspend_wrapper__init) #2, !dbg !266
  %8 = call i8 @llvm.coro.suspend(token %7, i1 false), !dbg !266
  switch i8 %8, label %coro.ret [
    i8 0, label %init.ready
    i8 1, label %init.cleanup
  ], !dbg !266

init.cleanup:                                     ; preds = %init.suspend
  br label %cleanup, !dbg !266

init.ready:                                       ; preds = %init.suspend, %coro.init
  call void @_ZNSt14suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp) #2, !dbg !266
  br label %cleanup, !dbg !266

cleanup:                                          ; preds = %init.ready, %init.cleanup
  %cleanup.dest.slot.0 = phi i32 [ 0, %init.ready ], [ 2, %init.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp) #2, !dbg !266
  switch i32 %cleanup.dest.slot.0, label %cleanup21 [
    i32 0, label %cleanup.cont
  ]

cleanup.cont:                                     ; preds = %cleanup
  call void @llvm.lifetime.start.p0(ptr %first) #2, !dbg !269
    #dbg_declare(ptr %first, !261, !DIExpression(), !270)
  %9 = load i32, ptr %n1, align 4, !dbg !271, !tbaa !88
  call void @_Z7measurei(ptr dead_on_unwind writable sret(%struct.task) align 8 %first, i32 noundef %9), !dbg !272
  call void @llvm.lifetime.start.p0(ptr %sum) #2, !dbg !273
    #dbg_declare(ptr %sum, !263, !DIExpression(), !274)
  %call3 = call noundef zeroext i1 @_ZN4task11await_readyEv(ptr noundef nonnull align 8 dereferenceable(8) %first), !dbg !275
  br i1 %call3, label %await.ready, label %await.suspend, !dbg !276

await.suspend:                                    ; preds = %cleanup.cont
  %10 = call token @llvm.coro.save(ptr null), !dbg !276
  call void @llvm.coro.await.suspend.void(ptr %first, ptr %4, ptr @_Z5twicei.__await_suspend_wrapper__await), !dbg !276
  %11 = call i8 @llvm.coro.suspend(token %10, i1 false), !dbg !276
  switch i8 %11, label %coro.ret [
    i8 0, label %await.ready
    i8 1, label %await.cleanup
  ], !dbg !276

await.cleanup:                                    ; preds = %await.suspend
  br label %cleanup11, !dbg !276

await.ready:                                      ; preds = %await.suspend, %cleanup.cont
  %call4 = call noundef i32 @_ZN4task12await_resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %first), !dbg !275
  store i32 %call4, ptr %sum, align 4, !dbg !274, !tbaa !88
  %12 = load i32, ptr %sum, align 4, !dbg !277, !tbaa !88
  call void @llvm.lifetime.start.p0(ptr %ref.tmp5) #2, !dbg !278
  %call6 = call noundef zeroext i1 @_ZN5timer11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp5), !dbg !278
  br i1 %call6, label %await2.ready, label %await2.suspend, !dbg !279

await2.suspend:                                   ; preds = %await.ready
  %13 = call token @llvm.coro.save(ptr null), !dbg !279
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp5, ptr %4, ptr @_Z5twicei.__await_suspend_wrapper__await2), !dbg !279
  %14 = call i8 @llvm.coro.suspend(token %13, i1 false), !dbg !279
  switch i8 %14, label %coro.ret [
    i8 0, label %await2.ready
    i8 1, label %await2.cleanup
  ], !dbg !279

await2.cleanup:                                   ; preds = %await2.suspend
  br label %cleanup8, !dbg !279

await2.ready:                                     ; preds = %await2.suspend, %await.ready
  %call7 = call noundef i32 @_ZN5timer12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp5), !dbg !278
  %add = add nsw i32 %12, %call7, !dbg !280
  call void @_ZN4task12promise_type12return_valueEi(ptr noundef nonnull align 4 dereferenceable(4) %__promise, i32 noundef %add), !dbg !281
  br label %cleanup8, !dbg !281

cleanup8:                                         ; preds = %await2.ready, %await2.cleanup
  %cleanup.dest.slot.1 = phi i32 [ 0, %await2.ready ], [ 2, %await2.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp5) #2, !dbg !281
  switch i32 %cleanup.dest.slot.1, label %cleanup11 [
    i32 0, label %cleanup.cont10
  ]

cleanup.cont10:                                   ; preds = %cleanup8
  br label %cleanup11, !dbg !281

cleanup11:                                        ; preds = %cleanup.cont10, %cleanup8, %await.cleanup
  %cleanup.dest.slot.2 = phi i32 [ %cleanup.dest.slot.1, %cleanup8 ], [ 3, %cleanup.cont10 ], [ 2, %await.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %sum) #2, !dbg !282
  call void @_ZN4taskD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %first) #2, !dbg !282
  call void @llvm.lifetime.end.p0(ptr %first) #2, !dbg !282
  switch i32 %cleanup.dest.slot.2, label %cleanup21 [
    i32 3, label %coro.final
  ]

coro.final:                                       ; preds = %cleanup11
  call void @llvm.lifetime.start.p0(ptr %ref.tmp15) #2, !dbg !266
  call void @_ZN4task12promise_type13final_suspendEv(ptr noundef nonnull align 4 dereferenceable(4) %__promise) #2, !dbg !266
  %call17 = call noundef zeroext i1 @_ZNSt14suspend_always11await_readyEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp15) #2, !dbg !266
  br i1 %call17, label %final.ready, label %final.suspend, !dbg !266

final.suspend:                                    ; preds = %coro.final
  %15 = call token @llvm.coro.save(ptr null), !dbg !266
  call void @llvm.coro.await.suspend.void(ptr %ref.tmp15, ptr %4, ptr @_Z5twicei.__await_suspend_wrapper__final) #2, !dbg !266
  %16 = call i8 @llvm.coro.suspend(token %15, i1 true), !dbg !266
  switch i8 %16, label %coro.ret [
    i8 0, label %final.ready
    i8 1, label %final.cleanup
  ], !dbg !266

final.cleanup:                                    ; preds = %final.suspend
  br label %cleanup18, !dbg !266

final.ready:                                      ; preds = %final.suspend, %coro.final
  call void @_ZNSt14suspend_always12await_resumeEv(ptr noundef nonnull align 1 dereferenceable(1) %ref.tmp15) #2, !dbg !266
  br label %cleanup18, !dbg !266

cleanup18:                                        ; preds = %final.ready, %final.cleanup
  %cleanup.dest.slot.3 = phi i32 [ 0, %final.ready ], [ 2, %final.cleanup ]
  call void @llvm.lifetime.end.p0(ptr %ref.tmp15) #2, !dbg !266
  switch i32 %cleanup.dest.slot.3, label %cleanup21 [
    i32 0, label %cleanup.cont20
  ]

cleanup.cont20:                                   ; preds = %cleanup18
  br label %cleanup21, !dbg !266

cleanup21:                                        ; preds = %cleanup.cont20, %cleanup18, %cleanup11, %cleanup
  %cleanup.dest.slot.4 = phi i32 [ %cleanup.dest.slot.0, %cleanup ], [ %cleanup.dest.slot.2, %cleanup11 ], [ %cleanup.dest.slot.3, %cleanup18 ], [ 0, %cleanup.cont20 ], !dbg !268
  call void @llvm.lifetime.end.p0(ptr %__promise) #2, !dbg !266
  call void @llvm.lifetime.end.p0(ptr %n1) #2, !dbg !266
  %17 = call ptr @llvm.coro.free(token %0, ptr %4), !dbg !266
  %18 = icmp ne ptr %17, null, !dbg !266
  br i1 %18, label %coro.free, label %after.coro.free, !dbg !266

coro.free:                                        ; preds = %cleanup21
  %19 = call i64 @llvm.coro.size.i64(), !dbg !266
  call void @_ZdlPvm(ptr noundef %17, i64 noundef %19) #2, !dbg !266
  br label %after.coro.free, !dbg !266

after.coro.free:                                  ; preds = %cleanup21, %coro.free
  switch i32 %cleanup.dest.slot.4, label %unreachable [
    i32 0, label %cleanup.cont25
    i32 2, label %coro.ret
  ]

cleanup.cont25:                                   ; preds = %after.coro.free
  br label %coro.ret, !dbg !266

coro.ret:                                         ; preds = %cleanup.cont25, %after.coro.free, %final.suspend, %await2.suspend, %await.suspend, %init.suspend
  call void @llvm.coro.end(ptr null, i1 false, token none), !dbg !266
  ret void, !dbg !266

unreachable:                                      ; preds = %after.coro.free
  unreachable
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z5twicei.__await_suspend_wrapper__init(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !283 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !285, !DIExpression(), !287)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !286, !DIExpression(), !287)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !288
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !288
  store ptr %call, ptr %coerce.dive, align 8, !dbg !288
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !288
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !288
  call void @_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !288
  ret void, !dbg !289
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef zeroext i1 @_ZN4task11await_readyEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !290 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !292, !DIExpression(), !296)
  %this1 = load ptr, ptr %this.addr, align 8
  %h = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !297
  call void @_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %h), !dbg !298
  ret i1 true, !dbg !299
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z5twicei.__await_suspend_wrapper__await(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !300 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !302, !DIExpression(), !304)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !303, !DIExpression(), !304)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !305
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !306
  store ptr %call, ptr %coerce.dive, align 8, !dbg !307
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !306
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !306
  call void @_ZN4task13await_suspendISt16coroutine_handleINS_12promise_typeEEEEvT_(ptr noundef nonnull align 8 dereferenceable(8) %2, ptr %4), !dbg !306
  ret void, !dbg !307
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4task13await_suspendISt16coroutine_handleINS_12promise_typeEEEEvT_(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr %.coerce) #6 comdat align 2 !dbg !308 {
entry:
  %0 = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %0, i32 0, i32 0
  store ptr %.coerce, ptr %coerce.dive, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !311, !DIExpression(), !313)
    #dbg_declare(ptr %0, !312, !DIExpression(), !314)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !315
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4task12await_resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !316 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !318, !DIExpression(), !319)
  %this1 = load ptr, ptr %this.addr, align 8
  %h = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !320
  %call = call noundef nonnull align 4 dereferenceable(4) ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv(ptr noundef nonnull align 8 dereferenceable(8) %h), !dbg !321
  %result = getelementptr inbounds nuw %"struct.task::promise_type", ptr %call, i32 0, i32 0, !dbg !322
  %0 = load i32, ptr %result, align 4, !dbg !323, !tbaa !113
  ret i32 %0, !dbg !324
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z5twicei.__await_suspend_wrapper__await2(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !325 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !327, !DIExpression(), !329)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !328, !DIExpression(), !329)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !330
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !330
  store ptr %call, ptr %coerce.dive, align 8, !dbg !330
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !330
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !330
  call void @_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4), !dbg !330
  ret void, !dbg !331
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4taskD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #6 comdat align 2 !dbg !332 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !334, !DIExpression(), !335)
  %this1 = load ptr, ptr %this.addr, align 8
  %h = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !336
  %p = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %h, i32 0, i32 0, !dbg !339
  %0 = load ptr, ptr %p, align 8, !dbg !339, !tbaa !340
  %tobool = icmp ne ptr %0, null, !dbg !342
  br i1 %tobool, label %if.then, label %if.end, !dbg !343

if.then:                                          ; preds = %entry
  %h2 = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !344
  call void @_ZNSt16coroutine_handleIN4task12promise_typeEE7destroyEv(ptr noundef nonnull align 8 dereferenceable(8) %h2), !dbg !345
  br label %if.end, !dbg !344

if.end:                                           ; preds = %if.then, %entry
  ret void, !dbg !346
}

; Function Attrs: alwaysinline mustprogress
define internal void @_Z5twicei.__await_suspend_wrapper__final(ptr noundef nonnull %0, ptr noundef %1) #8 !dbg !347 {
entry:
  %.addr = alloca ptr, align 8
  %.addr1 = alloca ptr, align 8
  %agg.tmp = alloca %"struct.std::coroutine_handle", align 8
  store ptr %0, ptr %.addr, align 8, !tbaa !158
    #dbg_declare(ptr %.addr, !349, !DIExpression(), !351)
  store ptr %1, ptr %.addr1, align 8, !tbaa !158
    #dbg_declare(ptr %.addr1, !350, !DIExpression(), !351)
  %2 = load ptr, ptr %.addr, align 8
  %3 = load ptr, ptr %.addr1, align 8
  %call = call ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv(ptr noundef %3) #2, !dbg !352
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !352
  store ptr %call, ptr %coerce.dive, align 8, !dbg !352
  %coerce.dive2 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %agg.tmp, i32 0, i32 0, !dbg !352
  %4 = load ptr, ptr %coerce.dive2, align 8, !dbg !352
  call void @_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_(ptr noundef nonnull align 1 dereferenceable(1) %2, ptr %4) #2, !dbg !352
  ret void, !dbg !353
}

; Function Attrs: mustprogress nounwind uwtable
define dso_local noundef i32 @_Z3nowi(i32 noundef %n) #6 !dbg !354 {
entry:
  %n.addr = alloca i32, align 4
  %t = alloca %struct.task, align 8
  store i32 %n, ptr %n.addr, align 4, !tbaa !88
    #dbg_declare(ptr %n.addr, !358, !DIExpression(), !360)
  call void @llvm.lifetime.start.p0(ptr %t) #2, !dbg !361
    #dbg_declare(ptr %t, !359, !DIExpression(), !362)
  %0 = load i32, ptr %n.addr, align 4, !dbg !363, !tbaa !88
  call void @_Z5twicei(ptr dead_on_unwind writable sret(%struct.task) align 8 %t, i32 noundef %0), !dbg !364
  %h = getelementptr inbounds nuw %struct.task, ptr %t, i32 0, i32 0, !dbg !365
  call void @_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %h), !dbg !366
  %h1 = getelementptr inbounds nuw %struct.task, ptr %t, i32 0, i32 0, !dbg !367
  %call = call noundef nonnull align 4 dereferenceable(4) ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv(ptr noundef nonnull align 8 dereferenceable(8) %h1), !dbg !368
  %result = getelementptr inbounds nuw %"struct.task::promise_type", ptr %call, i32 0, i32 0, !dbg !369
  %1 = load i32, ptr %result, align 4, !dbg !370, !tbaa !113
  call void @_ZN4taskD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %t) #2, !dbg !371
  call void @llvm.lifetime.end.p0(ptr %t) #2, !dbg !371
  ret i32 %1, !dbg !372
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !373 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !377
    #dbg_declare(ptr %this.addr, !375, !DIExpression(), !379)
  %this1 = load ptr, ptr %this.addr, align 8
  %p = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %this1, i32 0, i32 0, !dbg !380
  %0 = load ptr, ptr %p, align 8, !dbg !380, !tbaa !181
  call void @llvm.coro.resume(ptr %0), !dbg !381
  ret void, !dbg !382
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef nonnull align 4 dereferenceable(4) ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !383 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !377
    #dbg_declare(ptr %this.addr, !385, !DIExpression(), !386)
  %this1 = load ptr, ptr %this.addr, align 8
  %p = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %this1, i32 0, i32 0, !dbg !387
  %0 = load ptr, ptr %p, align 8, !dbg !387, !tbaa !181
  %1 = call ptr @llvm.coro.promise(ptr %0, i32 4, i1 false), !dbg !388
  ret ptr %1, !dbg !389
}

; Function Attrs: mustprogress nounwind uwtable
define dso_local void @_Z5lateri(i32 noundef %n) #6 !dbg !390 {
entry:
  %n.addr = alloca i32, align 4
  %t = alloca %struct.task, align 8
  %ref.tmp = alloca %"struct.std::coroutine_handle", align 8
  store i32 %n, ptr %n.addr, align 4, !tbaa !88
    #dbg_declare(ptr %n.addr, !394, !DIExpression(), !396)
  call void @llvm.lifetime.start.p0(ptr %t) #2, !dbg !397
    #dbg_declare(ptr %t, !395, !DIExpression(), !398)
  %0 = load i32, ptr %n.addr, align 4, !dbg !399, !tbaa !88
  call void @_Z7measurei(ptr dead_on_unwind writable sret(%struct.task) align 8 %t, i32 noundef %0), !dbg !400
  %h = getelementptr inbounds nuw %struct.task, ptr %t, i32 0, i32 0, !dbg !401
  call void @_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv(ptr noundef nonnull align 8 dereferenceable(8) %h), !dbg !402
  call void @llvm.lifetime.start.p0(ptr %ref.tmp) #2, !dbg !403
  %call = call ptr @_ZN4task7releaseEv(ptr noundef nonnull align 8 dereferenceable(8) %t), !dbg !404
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %ref.tmp, i32 0, i32 0, !dbg !404
  store ptr %call, ptr %coerce.dive, align 8, !dbg !404
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @current, ptr align 8 %ref.tmp, i64 8, i1 false), !dbg !405, !tbaa.struct !406
  call void @llvm.lifetime.end.p0(ptr %ref.tmp) #2, !dbg !407
  call void @_ZN4taskD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %t) #2, !dbg !408
  call void @llvm.lifetime.end.p0(ptr %t) #2, !dbg !408
  ret void, !dbg !409
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZN4task7releaseEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !410 {
entry:
  %retval = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !412, !DIExpression(), !414)
  %this1 = load ptr, ptr %this.addr, align 8
    #dbg_declare(ptr %retval, !413, !DIExpression(), !415)
  %h = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !416
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %retval, ptr align 8 %h, i64 8, i1 false), !dbg !417, !tbaa.struct !406
  %h2 = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !418
  %p = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %h2, i32 0, i32 0, !dbg !419
  store ptr null, ptr %p, align 8, !dbg !420, !tbaa !340
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !421
  %0 = load ptr, ptr %coerce.dive, align 8, !dbg !422
  ret ptr %0, !dbg !423
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #11

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local ptr @_ZNSt16coroutine_handleIN4task12promise_typeEE12from_promiseERS1_(ptr noundef nonnull align 4 dereferenceable(4) %p) #6 comdat align 2 !dbg !424 {
entry:
  %retval = alloca %"struct.std::coroutine_handle", align 8
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8, !tbaa !131
    #dbg_declare(ptr %p.addr, !426, !DIExpression(), !427)
  %p1 = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !428
  %0 = load ptr, ptr %p.addr, align 8, !dbg !429, !tbaa !131, !nonnull !100, !align !430
  %1 = call ptr @llvm.coro.promise(ptr %0, i32 4, i1 true), !dbg !431
  store ptr %1, ptr %p1, align 8, !dbg !432, !tbaa !181
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %retval, i32 0, i32 0, !dbg !433
  %2 = load ptr, ptr %coerce.dive, align 8, !dbg !434
  ret ptr %2, !dbg !435
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN4taskC2ESt16coroutine_handleINS_12promise_typeEE(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr %h.coerce) unnamed_addr #6 comdat align 2 !dbg !436 {
entry:
  %h = alloca %"struct.std::coroutine_handle", align 8
  %this.addr = alloca ptr, align 8
  %coerce.dive = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %h, i32 0, i32 0
  store ptr %h.coerce, ptr %coerce.dive, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !294
    #dbg_declare(ptr %this.addr, !438, !DIExpression(), !440)
    #dbg_declare(ptr %h, !439, !DIExpression(), !441)
  %this1 = load ptr, ptr %this.addr, align 8
  %h2 = getelementptr inbounds nuw %struct.task, ptr %this1, i32 0, i32 0, !dbg !442
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %h2, ptr align 8 %h, i64 8, i1 false), !dbg !443, !tbaa.struct !406
  ret void, !dbg !444
}

; Function Attrs: nounwind memory(none)
declare ptr @llvm.coro.promise(ptr captures(none), i32, i1) #4

declare !dbg !445 noundef i32 @_Z4tickv() #12

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZNSt16coroutine_handleIN4task12promise_typeEE7destroyEv(ptr noundef nonnull align 8 dereferenceable(8) %this) #6 comdat align 2 !dbg !448 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8, !tbaa !377
    #dbg_declare(ptr %this.addr, !450, !DIExpression(), !451)
  %this1 = load ptr, ptr %this.addr, align 8
  %p = getelementptr inbounds nuw %"struct.std::coroutine_handle", ptr %this1, i32 0, i32 0, !dbg !452
  %0 = load ptr, ptr %p, align 8, !dbg !452, !tbaa !181
  call void @llvm.coro.destroy(ptr %0), !dbg !453
  ret void, !dbg !454
}

declare void @llvm.coro.destroy(ptr)

declare void @llvm.coro.resume(ptr)

attributes #0 = { mustprogress nounwind presplitcoroutine uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nounwind }
attributes #3 = { nobuiltin allocsize(0) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nomerge nounwind }
attributes #8 = { alwaysinline mustprogress "min-legal-vector-width"="0" "sample-profile-suffix-elision-policy"="selected" }
attributes #9 = { nobuiltin nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nounwind memory(argmem: read) }
attributes #11 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #12 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { allocsize(0) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!81, !82, !83, !84, !85, !86}
!llvm.ident = !{!87}
!llvm.errno.tbaa = !{!88}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "current", scope: !2, file: !3, line: 65, type: !10, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !80, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "tasks.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "f8c21376139577c64f0c22d4822dccda")
!4 = !{!5, !7}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "promise_type", scope: !7, file: !3, line: 21, size: 32, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !55, identifier: "_ZTSN4task12promise_typeE")
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "task", file: !3, line: 20, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !8, identifier: "_ZTS4task")
!8 = !{!9, !32, !36, !41, !44, !47, !51}
!9 = !DIDerivedType(tag: DW_TAG_member, name: "h", scope: !7, file: !3, line: 29, baseType: !10, size: 64)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "coroutine_handle<task::promise_type>", scope: !11, file: !3, line: 5, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !12, templateParams: !30, identifier: "_ZTSSt16coroutine_handleIN4task12promise_typeEE")
!11 = !DINamespace(name: "std", scope: null)
!12 = !{!13, !15, !18, !22, !26, !29}
!13 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !10, file: !3, line: 11, baseType: !14, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!15 = !DISubprogram(name: "from_address", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv", scope: !10, file: !3, line: 6, type: !16, scopeLine: 6, flags: DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!16 = !DISubroutineType(types: !17)
!17 = !{!10, !14}
!18 = !DISubprogram(name: "from_promise", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE12from_promiseERS1_", scope: !10, file: !3, line: 7, type: !19, scopeLine: 7, flags: DIFlagPrototyped | DIFlagStaticMember, spFlags: DISPFlagOptimized)
!19 = !DISubroutineType(types: !20)
!20 = !{!10, !21}
!21 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !6, size: 64)
!22 = !DISubprogram(name: "promise", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv", scope: !10, file: !3, line: 8, type: !23, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!23 = !DISubroutineType(types: !24)
!24 = !{!21, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!26 = !DISubprogram(name: "resume", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv", scope: !10, file: !3, line: 9, type: !27, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!27 = !DISubroutineType(types: !28)
!28 = !{null, !25}
!29 = !DISubprogram(name: "destroy", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE7destroyEv", scope: !10, file: !3, line: 10, type: !27, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!30 = !{!31}
!31 = !DITemplateTypeParameter(name: "P", type: !6)
!32 = !DISubprogram(name: "task", linkageName: "_ZN4taskC4ESt16coroutine_handleINS_12promise_typeEE", scope: !7, file: !3, line: 30, type: !33, scopeLine: 30, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!33 = !DISubroutineType(types: !34)
!34 = !{null, !35, !10}
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!36 = !DISubprogram(name: "task", linkageName: "_ZN4taskC4ERKS_", scope: !7, file: !3, line: 31, type: !37, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized | DISPFlagDeleted)
!37 = !DISubroutineType(types: !38)
!38 = !{null, !35, !39}
!39 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !40, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !7)
!41 = !DISubprogram(name: "~task", linkageName: "_ZN4taskD4Ev", scope: !7, file: !3, line: 32, type: !42, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!42 = !DISubroutineType(types: !43)
!43 = !{null, !35}
!44 = !DISubprogram(name: "release", linkageName: "_ZN4task7releaseEv", scope: !7, file: !3, line: 36, type: !45, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!45 = !DISubroutineType(types: !46)
!46 = !{!10, !35}
!47 = !DISubprogram(name: "await_ready", linkageName: "_ZN4task11await_readyEv", scope: !7, file: !3, line: 41, type: !48, scopeLine: 41, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!48 = !DISubroutineType(types: !49)
!49 = !{!50, !35}
!50 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!51 = !DISubprogram(name: "await_resume", linkageName: "_ZN4task12await_resumeEv", scope: !7, file: !3, line: 43, type: !52, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!52 = !DISubroutineType(types: !53)
!53 = !{!54, !35}
!54 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!55 = !{!56, !57, !61, !73, !74, !77}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "result", scope: !6, file: !3, line: 22, baseType: !54, size: 32)
!57 = !DISubprogram(name: "get_return_object", linkageName: "_ZN4task12promise_type17get_return_objectEv", scope: !6, file: !3, line: 23, type: !58, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!58 = !DISubroutineType(types: !59)
!59 = !{!7, !60}
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!61 = !DISubprogram(name: "initial_suspend", linkageName: "_ZN4task12promise_type15initial_suspendEv", scope: !6, file: !3, line: 24, type: !62, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!62 = !DISubroutineType(types: !63)
!63 = !{!64, !60}
!64 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "suspend_always", scope: !11, file: !3, line: 13, size: 8, flags: DIFlagTypePassByValue, elements: !65, identifier: "_ZTSSt14suspend_always")
!65 = !{!66, !70}
!66 = !DISubprogram(name: "await_ready", linkageName: "_ZNSt14suspend_always11await_readyEv", scope: !64, file: !3, line: 14, type: !67, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!67 = !DISubroutineType(types: !68)
!68 = !{!50, !69}
!69 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !64, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!70 = !DISubprogram(name: "await_resume", linkageName: "_ZNSt14suspend_always12await_resumeEv", scope: !64, file: !3, line: 16, type: !71, scopeLine: 16, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!71 = !DISubroutineType(types: !72)
!72 = !{null, !69}
!73 = !DISubprogram(name: "final_suspend", linkageName: "_ZN4task12promise_type13final_suspendEv", scope: !6, file: !3, line: 25, type: !62, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!74 = !DISubprogram(name: "return_value", linkageName: "_ZN4task12promise_type12return_valueEi", scope: !6, file: !3, line: 26, type: !75, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!75 = !DISubroutineType(types: !76)
!76 = !{null, !60, !54}
!77 = !DISubprogram(name: "unhandled_exception", linkageName: "_ZN4task12promise_type19unhandled_exceptionEv", scope: !6, file: !3, line: 27, type: !78, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!78 = !DISubroutineType(types: !79)
!79 = !{null, !60}
!80 = !{!0}
!81 = !{i32 7, !"Dwarf Version", i32 5}
!82 = !{i32 2, !"Debug Info Version", i32 3}
!83 = !{i32 1, !"wchar_size", i32 4}
!84 = !{i32 8, !"PIC Level", i32 2}
!85 = !{i32 7, !"PIE Level", i32 2}
!86 = !{i32 7, !"uwtable", i32 2}
!87 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!88 = !{!89, !89, i64 0}
!89 = !{!"int", !90, i64 0}
!90 = !{!"omnipotent char", !91, i64 0}
!91 = !{!"Simple C++ TBAA"}
!92 = distinct !DISubprogram(name: "measure", linkageName: "_Z7measurei", scope: !3, file: !3, line: 54, type: !93, scopeLine: 54, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !95)
!93 = !DISubroutineType(types: !94)
!94 = !{!7, !54}
!95 = !{!96, !97, !106}
!96 = !DILocalVariable(name: "n", arg: 1, scope: !92, file: !3, line: 54, type: !54)
!97 = !DILocalVariable(name: "__promise", scope: !92, type: !98, flags: DIFlagArtificial)
!98 = !DIDerivedType(tag: DW_TAG_typedef, name: "promise_type", scope: !99, file: !3, line: 4, baseType: !6)
!99 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "coroutine_traits<task, int>", scope: !11, file: !3, line: 4, size: 8, flags: DIFlagTypePassByValue, elements: !100, templateParams: !101, identifier: "_ZTSSt16coroutine_traitsI4taskJiEE")
!100 = !{}
!101 = !{!102, !103}
!102 = !DITemplateTypeParameter(name: "R", type: !7)
!103 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "A", value: !104)
!104 = !{!105}
!105 = !DITemplateTypeParameter(type: !54)
!106 = !DILocalVariable(name: "from", scope: !107, file: !3, line: 55, type: !54)
!107 = distinct !DILexicalBlock(scope: !92, file: !3, line: 54, column: 21)
!108 = !DILocation(line: 54, column: 18, scope: !92)
!109 = !DILocation(line: 54, column: 21, scope: !92)
!110 = !DILocation(line: 54, column: 6, scope: !92)
!111 = !DILocation(line: 55, column: 14, scope: !92)
!112 = !DILocation(line: 0, scope: !92)
!113 = !{!114, !89, i64 0}
!114 = !{!"_ZTSN4task12promise_typeE", !89, i64 0}
!115 = !DILocation(line: 55, column: 3, scope: !107)
!116 = !DILocation(line: 55, column: 7, scope: !107)
!117 = !DILocation(line: 55, column: 23, scope: !107)
!118 = !DILocation(line: 55, column: 14, scope: !107)
!119 = !DILocation(line: 56, column: 13, scope: !107)
!120 = !DILocation(line: 56, column: 20, scope: !107)
!121 = !DILocation(line: 56, column: 18, scope: !107)
!122 = !DILocation(line: 56, column: 3, scope: !107)
!123 = !DILocation(line: 57, column: 1, scope: !92)
!124 = !DISubprogram(name: "operator new", linkageName: "_Znwm", scope: !3, file: !3, type: !125, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!125 = !DISubroutineType(types: !126)
!126 = !{!14, !127}
!127 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!128 = distinct !DISubprogram(name: "get_return_object", linkageName: "_ZN4task12promise_type17get_return_objectEv", scope: !6, file: !3, line: 23, type: !58, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !57, retainedNodes: !129, keyInstructions: true)
!129 = !{!130}
!130 = !DILocalVariable(name: "this", arg: 1, scope: !128, type: !5, flags: DIFlagArtificial | DIFlagObjectPointer)
!131 = !{!132, !132, i64 0}
!132 = !{!"p1 _ZTSN4task12promise_typeE", !133, i64 0}
!133 = !{!"any pointer", !90, i64 0}
!134 = !DILocation(line: 0, scope: !128)
!135 = !DILocation(line: 23, column: 44, scope: !128, atomGroup: 1, atomRank: 2)
!136 = !DILocation(line: 23, column: 44, scope: !128)
!137 = !DILocation(line: 23, column: 44, scope: !128, atomGroup: 1, atomRank: 1)
!138 = !DILocation(line: 23, column: 39, scope: !128)
!139 = !DILocation(line: 23, column: 32, scope: !128, atomGroup: 1, atomRank: 1)
!140 = distinct !DISubprogram(name: "initial_suspend", linkageName: "_ZN4task12promise_type15initial_suspendEv", scope: !6, file: !3, line: 24, type: !62, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !61, retainedNodes: !141, keyInstructions: true)
!141 = !{!142}
!142 = !DILocalVariable(name: "this", arg: 1, scope: !140, type: !5, flags: DIFlagArtificial | DIFlagObjectPointer)
!143 = !DILocation(line: 0, scope: !140)
!144 = !DILocation(line: 24, column: 54, scope: !140, atomGroup: 1, atomRank: 1)
!145 = distinct !DISubprogram(name: "await_ready", linkageName: "_ZNSt14suspend_always11await_readyEv", scope: !64, file: !3, line: 14, type: !67, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !66, retainedNodes: !146, keyInstructions: true)
!146 = !{!147}
!147 = !DILocalVariable(name: "this", arg: 1, scope: !145, type: !148, flags: DIFlagArtificial | DIFlagObjectPointer)
!148 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !64, size: 64)
!149 = !{!150, !150, i64 0}
!150 = !{!"p1 _ZTSSt14suspend_always", !133, i64 0}
!151 = !DILocation(line: 0, scope: !145)
!152 = !DILocation(line: 14, column: 33, scope: !145, atomGroup: 1, atomRank: 1)
!153 = distinct !DISubprogram(linkageName: "_Z7measurei.__await_suspend_wrapper__init", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !155, keyInstructions: true)
!154 = !DISubroutineType(types: !100)
!155 = !{!156, !157}
!156 = !DILocalVariable(arg: 1, scope: !153, type: !14, flags: DIFlagArtificial)
!157 = !DILocalVariable(arg: 2, scope: !153, type: !14, flags: DIFlagArtificial)
!158 = !{!133, !133, i64 0}
!159 = !DILocation(line: 0, scope: !153)
!160 = !DILocation(line: 54, column: 6, scope: !153)
!161 = !DILocation(line: 54, column: 6, scope: !153, atomGroup: 1, atomRank: 1)
!162 = distinct !DISubprogram(name: "await_suspend<std::coroutine_handle<task::promise_type> >", linkageName: "_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_", scope: !64, file: !3, line: 15, type: !163, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, templateParams: !166, declaration: !165, retainedNodes: !168, keyInstructions: true)
!163 = !DISubroutineType(types: !164)
!164 = !{null, !69, !10}
!165 = !DISubprogram(name: "await_suspend<std::coroutine_handle<task::promise_type> >", linkageName: "_ZNSt14suspend_always13await_suspendISt16coroutine_handleIN4task12promise_typeEEEEvT_", scope: !64, file: !3, line: 15, type: !163, scopeLine: 15, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, templateParams: !166)
!166 = !{!167}
!167 = !DITemplateTypeParameter(name: "H", type: !10)
!168 = !{!169, !170}
!169 = !DILocalVariable(name: "this", arg: 1, scope: !162, type: !148, flags: DIFlagArtificial | DIFlagObjectPointer)
!170 = !DILocalVariable(arg: 2, scope: !162, file: !3, line: 15, type: !10)
!171 = !DILocation(line: 0, scope: !162)
!172 = !DILocation(line: 15, column: 42, scope: !162)
!173 = !DILocation(line: 15, column: 54, scope: !162, atomGroup: 1, atomRank: 1)
!174 = distinct !DISubprogram(name: "from_address", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE12from_addressEPv", scope: !10, file: !3, line: 6, type: !16, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !15, retainedNodes: !175, keyInstructions: true)
!175 = !{!176}
!176 = !DILocalVariable(name: "p", arg: 1, scope: !174, file: !3, line: 6, type: !14)
!177 = !DILocation(line: 6, column: 46, scope: !174)
!178 = !DILocation(line: 6, column: 67, scope: !174)
!179 = !DILocation(line: 6, column: 68, scope: !174, atomGroup: 1, atomRank: 2)
!180 = !DILocation(line: 6, column: 67, scope: !174, atomGroup: 1, atomRank: 1)
!181 = !{!182, !133, i64 0}
!182 = !{!"_ZTSSt16coroutine_handleIN4task12promise_typeEE", !133, i64 0}
!183 = !DILocation(line: 6, column: 60, scope: !174)
!184 = !DILocation(line: 6, column: 60, scope: !174, atomGroup: 1, atomRank: 2)
!185 = !DILocation(line: 6, column: 60, scope: !174, atomGroup: 1, atomRank: 1)
!186 = distinct !DISubprogram(name: "await_resume", linkageName: "_ZNSt14suspend_always12await_resumeEv", scope: !64, file: !3, line: 16, type: !71, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !70, retainedNodes: !187, keyInstructions: true)
!187 = !{!188}
!188 = !DILocalVariable(name: "this", arg: 1, scope: !186, type: !148, flags: DIFlagArtificial | DIFlagObjectPointer)
!189 = !DILocation(line: 0, scope: !186)
!190 = !DILocation(line: 16, column: 33, scope: !186, atomGroup: 1, atomRank: 1)
!191 = distinct !DISubprogram(name: "await_ready", linkageName: "_ZN5timer11await_readyEv", scope: !192, file: !3, line: 49, type: !195, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !194, retainedNodes: !204, keyInstructions: true)
!192 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "timer", file: !3, line: 48, size: 8, flags: DIFlagTypePassByValue, elements: !193, identifier: "_ZTS5timer")
!193 = !{!194, !198, !201}
!194 = !DISubprogram(name: "await_ready", linkageName: "_ZN5timer11await_readyEv", scope: !192, file: !3, line: 49, type: !195, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!195 = !DISubroutineType(types: !196)
!196 = !{!50, !197}
!197 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !192, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!198 = !DISubprogram(name: "await_suspend", linkageName: "_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE", scope: !192, file: !3, line: 50, type: !199, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!199 = !DISubroutineType(types: !200)
!200 = !{null, !197, !10}
!201 = !DISubprogram(name: "await_resume", linkageName: "_ZN5timer12await_resumeEv", scope: !192, file: !3, line: 51, type: !202, scopeLine: 51, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!202 = !DISubroutineType(types: !203)
!203 = !{!54, !197}
!204 = !{!205}
!205 = !DILocalVariable(name: "this", arg: 1, scope: !191, type: !206, flags: DIFlagArtificial | DIFlagObjectPointer)
!206 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !192, size: 64)
!207 = !{!208, !208, i64 0}
!208 = !{!"p1 _ZTS5timer", !133, i64 0}
!209 = !DILocation(line: 0, scope: !191)
!210 = !DILocation(line: 49, column: 24, scope: !191, atomGroup: 1, atomRank: 1)
!211 = distinct !DISubprogram(linkageName: "_Z7measurei.__await_suspend_wrapper__await", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !212, keyInstructions: true)
!212 = !{!213, !214}
!213 = !DILocalVariable(arg: 1, scope: !211, type: !14, flags: DIFlagArtificial)
!214 = !DILocalVariable(arg: 2, scope: !211, type: !14, flags: DIFlagArtificial)
!215 = !DILocation(line: 0, scope: !211)
!216 = !DILocation(line: 55, column: 23, scope: !211, atomGroup: 2, atomRank: 2)
!217 = !DILocation(line: 55, column: 23, scope: !211)
!218 = !DILocation(line: 55, column: 23, scope: !211, atomGroup: 2, atomRank: 1)
!219 = distinct !DISubprogram(name: "await_suspend", linkageName: "_ZN5timer13await_suspendESt16coroutine_handleIN4task12promise_typeEE", scope: !192, file: !3, line: 50, type: !199, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !198, retainedNodes: !220, keyInstructions: true)
!220 = !{!221, !222}
!221 = !DILocalVariable(name: "this", arg: 1, scope: !219, type: !206, flags: DIFlagArtificial | DIFlagObjectPointer)
!222 = !DILocalVariable(arg: 2, scope: !219, file: !3, line: 50, type: !10)
!223 = !DILocation(line: 0, scope: !219)
!224 = !DILocation(line: 50, column: 63, scope: !219)
!225 = !DILocation(line: 50, column: 66, scope: !219, atomGroup: 1, atomRank: 1)
!226 = distinct !DISubprogram(name: "await_resume", linkageName: "_ZN5timer12await_resumeEv", scope: !192, file: !3, line: 51, type: !202, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !201, retainedNodes: !227, keyInstructions: true)
!227 = !{!228}
!228 = !DILocalVariable(name: "this", arg: 1, scope: !226, type: !206, flags: DIFlagArtificial | DIFlagObjectPointer)
!229 = !DILocation(line: 0, scope: !226)
!230 = !DILocation(line: 51, column: 31, scope: !226, atomGroup: 1, atomRank: 2)
!231 = !DILocation(line: 51, column: 24, scope: !226, atomGroup: 1, atomRank: 1)
!232 = distinct !DISubprogram(name: "return_value", linkageName: "_ZN4task12promise_type12return_valueEi", scope: !6, file: !3, line: 26, type: !75, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !74, retainedNodes: !233, keyInstructions: true)
!233 = !{!234, !235}
!234 = !DILocalVariable(name: "this", arg: 1, scope: !232, type: !5, flags: DIFlagArtificial | DIFlagObjectPointer)
!235 = !DILocalVariable(name: "r", arg: 2, scope: !232, file: !3, line: 26, type: !54)
!236 = !DILocation(line: 0, scope: !232)
!237 = !DILocation(line: 26, column: 27, scope: !232)
!238 = !DILocation(line: 26, column: 41, scope: !232, atomGroup: 1, atomRank: 2)
!239 = !DILocation(line: 26, column: 32, scope: !232)
!240 = !DILocation(line: 26, column: 39, scope: !232, atomGroup: 1, atomRank: 1)
!241 = !DILocation(line: 26, column: 44, scope: !232, atomGroup: 2, atomRank: 1)
!242 = distinct !DISubprogram(name: "final_suspend", linkageName: "_ZN4task12promise_type13final_suspendEv", scope: !6, file: !3, line: 25, type: !62, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !73, retainedNodes: !243, keyInstructions: true)
!243 = !{!244}
!244 = !DILocalVariable(name: "this", arg: 1, scope: !242, type: !5, flags: DIFlagArtificial | DIFlagObjectPointer)
!245 = !DILocation(line: 0, scope: !242)
!246 = !DILocation(line: 25, column: 52, scope: !242, atomGroup: 1, atomRank: 1)
!247 = distinct !DISubprogram(linkageName: "_Z7measurei.__await_suspend_wrapper__final", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !248, keyInstructions: true)
!248 = !{!249, !250}
!249 = !DILocalVariable(arg: 1, scope: !247, type: !14, flags: DIFlagArtificial)
!250 = !DILocalVariable(arg: 2, scope: !247, type: !14, flags: DIFlagArtificial)
!251 = !DILocation(line: 0, scope: !247)
!252 = !DILocation(line: 54, column: 6, scope: !247)
!253 = !DILocation(line: 54, column: 6, scope: !247, atomGroup: 3, atomRank: 1)
!254 = !DISubprogram(name: "operator delete", linkageName: "_ZdlPvm", scope: !3, file: !3, type: !255, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!255 = !DISubroutineType(types: !256)
!256 = !{null, !14, !127}
!257 = distinct !DISubprogram(name: "twice", linkageName: "_Z5twicei", scope: !3, file: !3, line: 59, type: !93, scopeLine: 59, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !258)
!258 = !{!259, !260, !261, !263}
!259 = !DILocalVariable(name: "n", arg: 1, scope: !257, file: !3, line: 59, type: !54)
!260 = !DILocalVariable(name: "__promise", scope: !257, type: !98, flags: DIFlagArtificial)
!261 = !DILocalVariable(name: "first", scope: !262, file: !3, line: 60, type: !7)
!262 = distinct !DILexicalBlock(scope: !257, file: !3, line: 59, column: 19)
!263 = !DILocalVariable(name: "sum", scope: !262, file: !3, line: 61, type: !54)
!264 = !DILocation(line: 59, column: 16, scope: !257)
!265 = !DILocation(line: 59, column: 19, scope: !257)
!266 = !DILocation(line: 59, column: 6, scope: !257)
!267 = !DILocation(line: 61, column: 13, scope: !257)
!268 = !DILocation(line: 0, scope: !257)
!269 = !DILocation(line: 60, column: 3, scope: !262)
!270 = !DILocation(line: 60, column: 8, scope: !262)
!271 = !DILocation(line: 60, column: 24, scope: !262)
!272 = !DILocation(line: 60, column: 16, scope: !262)
!273 = !DILocation(line: 61, column: 3, scope: !262)
!274 = !DILocation(line: 61, column: 7, scope: !262)
!275 = !DILocation(line: 61, column: 22, scope: !262)
!276 = !DILocation(line: 61, column: 13, scope: !262)
!277 = !DILocation(line: 62, column: 13, scope: !262)
!278 = !DILocation(line: 62, column: 28, scope: !262)
!279 = !DILocation(line: 62, column: 19, scope: !262)
!280 = !DILocation(line: 62, column: 17, scope: !262)
!281 = !DILocation(line: 62, column: 3, scope: !262)
!282 = !DILocation(line: 63, column: 1, scope: !257)
!283 = distinct !DISubprogram(linkageName: "_Z5twicei.__await_suspend_wrapper__init", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !284, keyInstructions: true)
!284 = !{!285, !286}
!285 = !DILocalVariable(arg: 1, scope: !283, type: !14, flags: DIFlagArtificial)
!286 = !DILocalVariable(arg: 2, scope: !283, type: !14, flags: DIFlagArtificial)
!287 = !DILocation(line: 0, scope: !283)
!288 = !DILocation(line: 59, column: 6, scope: !283)
!289 = !DILocation(line: 59, column: 6, scope: !283, atomGroup: 1, atomRank: 1)
!290 = distinct !DISubprogram(name: "await_ready", linkageName: "_ZN4task11await_readyEv", scope: !7, file: !3, line: 41, type: !48, scopeLine: 41, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !47, retainedNodes: !291, keyInstructions: true)
!291 = !{!292}
!292 = !DILocalVariable(name: "this", arg: 1, scope: !290, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!293 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)
!294 = !{!295, !295, i64 0}
!295 = !{!"p1 _ZTS4task", !133, i64 0}
!296 = !DILocation(line: 0, scope: !290)
!297 = !DILocation(line: 41, column: 24, scope: !290)
!298 = !DILocation(line: 41, column: 26, scope: !290)
!299 = !DILocation(line: 41, column: 36, scope: !290, atomGroup: 1, atomRank: 1)
!300 = distinct !DISubprogram(linkageName: "_Z5twicei.__await_suspend_wrapper__await", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !301, keyInstructions: true)
!301 = !{!302, !303}
!302 = !DILocalVariable(arg: 1, scope: !300, type: !14, flags: DIFlagArtificial)
!303 = !DILocalVariable(arg: 2, scope: !300, type: !14, flags: DIFlagArtificial)
!304 = !DILocation(line: 0, scope: !300)
!305 = !DILocation(line: 61, column: 22, scope: !300, atomGroup: 2, atomRank: 2)
!306 = !DILocation(line: 61, column: 22, scope: !300)
!307 = !DILocation(line: 61, column: 22, scope: !300, atomGroup: 2, atomRank: 1)
!308 = distinct !DISubprogram(name: "await_suspend<std::coroutine_handle<task::promise_type> >", linkageName: "_ZN4task13await_suspendISt16coroutine_handleINS_12promise_typeEEEEvT_", scope: !7, file: !3, line: 42, type: !33, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, templateParams: !166, declaration: !309, retainedNodes: !310, keyInstructions: true)
!309 = !DISubprogram(name: "await_suspend<std::coroutine_handle<task::promise_type> >", linkageName: "_ZN4task13await_suspendISt16coroutine_handleINS_12promise_typeEEEEvT_", scope: !7, file: !3, line: 42, type: !33, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, templateParams: !166)
!310 = !{!311, !312}
!311 = !DILocalVariable(name: "this", arg: 1, scope: !308, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!312 = !DILocalVariable(arg: 2, scope: !308, file: !3, line: 42, type: !10)
!313 = !DILocation(line: 0, scope: !308)
!314 = !DILocation(line: 42, column: 42, scope: !308)
!315 = !DILocation(line: 42, column: 45, scope: !308, atomGroup: 1, atomRank: 1)
!316 = distinct !DISubprogram(name: "await_resume", linkageName: "_ZN4task12await_resumeEv", scope: !7, file: !3, line: 43, type: !52, scopeLine: 43, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !51, retainedNodes: !317, keyInstructions: true)
!317 = !{!318}
!318 = !DILocalVariable(name: "this", arg: 1, scope: !316, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!319 = !DILocation(line: 0, scope: !316)
!320 = !DILocation(line: 43, column: 31, scope: !316)
!321 = !DILocation(line: 43, column: 33, scope: !316)
!322 = !DILocation(line: 43, column: 43, scope: !316)
!323 = !DILocation(line: 43, column: 43, scope: !316, atomGroup: 1, atomRank: 2)
!324 = !DILocation(line: 43, column: 24, scope: !316, atomGroup: 1, atomRank: 1)
!325 = distinct !DISubprogram(linkageName: "_Z5twicei.__await_suspend_wrapper__await2", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !326, keyInstructions: true)
!326 = !{!327, !328}
!327 = !DILocalVariable(arg: 1, scope: !325, type: !14, flags: DIFlagArtificial)
!328 = !DILocalVariable(arg: 2, scope: !325, type: !14, flags: DIFlagArtificial)
!329 = !DILocation(line: 0, scope: !325)
!330 = !DILocation(line: 62, column: 28, scope: !325)
!331 = !DILocation(line: 62, column: 28, scope: !325, atomGroup: 3, atomRank: 1)
!332 = distinct !DISubprogram(name: "~task", linkageName: "_ZN4taskD2Ev", scope: !7, file: !3, line: 32, type: !42, scopeLine: 32, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !41, retainedNodes: !333, keyInstructions: true)
!333 = !{!334}
!334 = !DILocalVariable(name: "this", arg: 1, scope: !332, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!335 = !DILocation(line: 0, scope: !332)
!336 = !DILocation(line: 33, column: 9, scope: !337)
!337 = distinct !DILexicalBlock(scope: !338, file: !3, line: 33, column: 9)
!338 = distinct !DILexicalBlock(scope: !332, file: !3, line: 32, column: 11)
!339 = !DILocation(line: 33, column: 11, scope: !337)
!340 = !{!341, !133, i64 0}
!341 = !{!"_ZTS4task", !182, i64 0}
!342 = !DILocation(line: 33, column: 9, scope: !337, atomGroup: 1, atomRank: 2)
!343 = !DILocation(line: 33, column: 9, scope: !337, atomGroup: 1, atomRank: 1)
!344 = !DILocation(line: 34, column: 7, scope: !337)
!345 = !DILocation(line: 34, column: 9, scope: !337)
!346 = !DILocation(line: 35, column: 3, scope: !332, atomGroup: 2, atomRank: 1)
!347 = distinct !DISubprogram(linkageName: "_Z5twicei.__await_suspend_wrapper__final", scope: !3, file: !3, type: !154, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !348, keyInstructions: true)
!348 = !{!349, !350}
!349 = !DILocalVariable(arg: 1, scope: !347, type: !14, flags: DIFlagArtificial)
!350 = !DILocalVariable(arg: 2, scope: !347, type: !14, flags: DIFlagArtificial)
!351 = !DILocation(line: 0, scope: !347)
!352 = !DILocation(line: 59, column: 6, scope: !347)
!353 = !DILocation(line: 59, column: 6, scope: !347, atomGroup: 4, atomRank: 1)
!354 = distinct !DISubprogram(name: "now", linkageName: "_Z3nowi", scope: !3, file: !3, line: 67, type: !355, scopeLine: 67, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !357, keyInstructions: true)
!355 = !DISubroutineType(types: !356)
!356 = !{!54, !54}
!357 = !{!358, !359}
!358 = !DILocalVariable(name: "n", arg: 1, scope: !354, file: !3, line: 67, type: !54)
!359 = !DILocalVariable(name: "t", scope: !354, file: !3, line: 68, type: !7)
!360 = !DILocation(line: 67, column: 13, scope: !354)
!361 = !DILocation(line: 68, column: 3, scope: !354)
!362 = !DILocation(line: 68, column: 8, scope: !354)
!363 = !DILocation(line: 68, column: 18, scope: !354)
!364 = !DILocation(line: 68, column: 12, scope: !354)
!365 = !DILocation(line: 69, column: 5, scope: !354)
!366 = !DILocation(line: 69, column: 7, scope: !354)
!367 = !DILocation(line: 70, column: 12, scope: !354)
!368 = !DILocation(line: 70, column: 14, scope: !354)
!369 = !DILocation(line: 70, column: 24, scope: !354)
!370 = !DILocation(line: 70, column: 24, scope: !354, atomGroup: 2, atomRank: 2)
!371 = !DILocation(line: 71, column: 1, scope: !354)
!372 = !DILocation(line: 71, column: 1, scope: !354, atomGroup: 2, atomRank: 1)
!373 = distinct !DISubprogram(name: "resume", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE6resumeEv", scope: !10, file: !3, line: 9, type: !27, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !26, retainedNodes: !374, keyInstructions: true)
!374 = !{!375}
!375 = !DILocalVariable(name: "this", arg: 1, scope: !373, type: !376, flags: DIFlagArtificial | DIFlagObjectPointer)
!376 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!377 = !{!378, !378, i64 0}
!378 = !{!"p1 _ZTSSt16coroutine_handleIN4task12promise_typeEE", !133, i64 0}
!379 = !DILocation(line: 0, scope: !373)
!380 = !DILocation(line: 9, column: 41, scope: !373)
!381 = !DILocation(line: 9, column: 19, scope: !373)
!382 = !DILocation(line: 9, column: 45, scope: !373, atomGroup: 1, atomRank: 1)
!383 = distinct !DISubprogram(name: "promise", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE7promiseEv", scope: !10, file: !3, line: 8, type: !23, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !22, retainedNodes: !384, keyInstructions: true)
!384 = !{!385}
!385 = !DILocalVariable(name: "this", arg: 1, scope: !383, type: !376, flags: DIFlagArtificial | DIFlagObjectPointer)
!386 = !DILocation(line: 0, scope: !383)
!387 = !DILocation(line: 8, column: 66, scope: !383)
!388 = !DILocation(line: 8, column: 43, scope: !383, atomGroup: 1, atomRank: 2)
!389 = !DILocation(line: 8, column: 18, scope: !383, atomGroup: 1, atomRank: 1)
!390 = distinct !DISubprogram(name: "later", linkageName: "_Z5lateri", scope: !3, file: !3, line: 73, type: !391, scopeLine: 73, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !393, keyInstructions: true)
!391 = !DISubroutineType(types: !392)
!392 = !{null, !54}
!393 = !{!394, !395}
!394 = !DILocalVariable(name: "n", arg: 1, scope: !390, file: !3, line: 73, type: !54)
!395 = !DILocalVariable(name: "t", scope: !390, file: !3, line: 74, type: !7)
!396 = !DILocation(line: 73, column: 16, scope: !390)
!397 = !DILocation(line: 74, column: 3, scope: !390)
!398 = !DILocation(line: 74, column: 8, scope: !390)
!399 = !DILocation(line: 74, column: 20, scope: !390)
!400 = !DILocation(line: 74, column: 12, scope: !390)
!401 = !DILocation(line: 75, column: 5, scope: !390)
!402 = !DILocation(line: 75, column: 7, scope: !390)
!403 = !DILocation(line: 76, column: 13, scope: !390)
!404 = !DILocation(line: 76, column: 15, scope: !390)
!405 = !DILocation(line: 76, column: 11, scope: !390, atomGroup: 1, atomRank: 1)
!406 = !{i64 0, i64 8, !158}
!407 = !DILocation(line: 76, column: 3, scope: !390)
!408 = !DILocation(line: 77, column: 1, scope: !390)
!409 = !DILocation(line: 77, column: 1, scope: !390, atomGroup: 2, atomRank: 1)
!410 = distinct !DISubprogram(name: "release", linkageName: "_ZN4task7releaseEv", scope: !7, file: !3, line: 36, type: !45, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !44, retainedNodes: !411, keyInstructions: true)
!411 = !{!412, !413}
!412 = !DILocalVariable(name: "this", arg: 1, scope: !410, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!413 = !DILocalVariable(name: "kept", scope: !410, file: !3, line: 37, type: !10)
!414 = !DILocation(line: 0, scope: !410)
!415 = !DILocation(line: 37, column: 10, scope: !410)
!416 = !DILocation(line: 37, column: 17, scope: !410)
!417 = !DILocation(line: 37, column: 17, scope: !410, atomGroup: 1, atomRank: 1)
!418 = !DILocation(line: 38, column: 5, scope: !410)
!419 = !DILocation(line: 38, column: 7, scope: !410)
!420 = !DILocation(line: 38, column: 9, scope: !410, atomGroup: 2, atomRank: 1)
!421 = !DILocation(line: 39, column: 5, scope: !410)
!422 = !DILocation(line: 39, column: 5, scope: !410, atomGroup: 3, atomRank: 2)
!423 = !DILocation(line: 39, column: 5, scope: !410, atomGroup: 3, atomRank: 1)
!424 = distinct !DISubprogram(name: "from_promise", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE12from_promiseERS1_", scope: !10, file: !3, line: 7, type: !19, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !18, retainedNodes: !425, keyInstructions: true)
!425 = !{!426}
!426 = !DILocalVariable(name: "p", arg: 1, scope: !424, file: !3, line: 7, type: !21)
!427 = !DILocation(line: 7, column: 43, scope: !424)
!428 = !DILocation(line: 7, column: 64, scope: !424)
!429 = !DILocation(line: 7, column: 89, scope: !424)
!430 = !{i64 4}
!431 = !DILocation(line: 7, column: 65, scope: !424, atomGroup: 1, atomRank: 2)
!432 = !DILocation(line: 7, column: 64, scope: !424, atomGroup: 1, atomRank: 1)
!433 = !DILocation(line: 7, column: 57, scope: !424)
!434 = !DILocation(line: 7, column: 57, scope: !424, atomGroup: 1, atomRank: 2)
!435 = !DILocation(line: 7, column: 57, scope: !424, atomGroup: 1, atomRank: 1)
!436 = distinct !DISubprogram(name: "task", linkageName: "_ZN4taskC2ESt16coroutine_handleINS_12promise_typeEE", scope: !7, file: !3, line: 30, type: !33, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !32, retainedNodes: !437, keyInstructions: true)
!437 = !{!438, !439}
!438 = !DILocalVariable(name: "this", arg: 1, scope: !436, type: !293, flags: DIFlagArtificial | DIFlagObjectPointer)
!439 = !DILocalVariable(name: "h", arg: 2, scope: !436, file: !3, line: 30, type: !10)
!440 = !DILocation(line: 0, scope: !436)
!441 = !DILocation(line: 30, column: 53, scope: !436)
!442 = !DILocation(line: 30, column: 58, scope: !436)
!443 = !DILocation(line: 30, column: 58, scope: !436, atomGroup: 1, atomRank: 1)
!444 = !DILocation(line: 30, column: 64, scope: !436, atomGroup: 2, atomRank: 1)
!445 = !DISubprogram(name: "tick", linkageName: "_Z4tickv", scope: !3, file: !3, line: 46, type: !446, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!446 = !DISubroutineType(types: !447)
!447 = !{!54}
!448 = distinct !DISubprogram(name: "destroy", linkageName: "_ZNSt16coroutine_handleIN4task12promise_typeEE7destroyEv", scope: !10, file: !3, line: 10, type: !27, scopeLine: 10, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, declaration: !29, retainedNodes: !449, keyInstructions: true)
!449 = !{!450}
!450 = !DILocalVariable(name: "this", arg: 1, scope: !448, type: !376, flags: DIFlagArtificial | DIFlagObjectPointer)
!451 = !DILocation(line: 0, scope: !448)
!452 = !DILocation(line: 10, column: 43, scope: !448)
!453 = !DILocation(line: 10, column: 20, scope: !448)
!454 = !DILocation(line: 10, column: 47, scope: !448, atomGroup: 1, atomRank: 1)
