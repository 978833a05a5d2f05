; What the Swift compiler writes for SIL of yield_once: none to three yields, by value and by address, on branches, with results, nested, ended and left;
; frames inside and outside the buffer.
; LLVM: it takes no variadic id
; STOCK: the Swift compiler's fork
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@__swift_reflection_version = linkonce_odr hidden constant i16 3
@_swift1_autolink_entries = private constant [0 x i8] zeroinitializer, section ".swift1_autolink_entries", no_sanitize_address, align 8
@llvm.used = appending global [11 x ptr] [ptr @fence, ptr @either, ptr @three, ptr @write_back, ptr @wide, ptr @nested, ptr @edit, ptr @tally, ptr @tallied, ptr @__swift_reflection_version, ptr @_swift1_autolink_entries], section "llvm.metadata"

; Function Attrs: noinline
define protected swiftcc ptr @fence(ptr noalias dereferenceable(32) %0, i64 %1) #0 {
entry:
  %2 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_IetAy_TC", ptr @malloc, ptr @free)
  %3 = call ptr @llvm.coro.begin(token %2, ptr null)
  %4 = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %4, label %6, label %5

5:                                                ; preds = %entry
  call swiftcc void @note(i64 %1)
  br label %coro.end

6:                                                ; preds = %entry
  call swiftcc void @note(i64 -1)
  br label %coro.end

coro.end:                                         ; preds = %5, %6
  %7 = call i1 @llvm.coro.end(ptr %3, i1 false, token none)
  unreachable
}

declare void @free(ptr)

declare ptr @malloc(i64)

declare swiftcc void @"$sBi64_IetAy_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: nounwind
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr, ...) #2

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #2

declare swiftcc void @note(i64) #1

; Function Attrs: nounwind
declare i1 @llvm.coro.suspend.retcon.i1(...) #2

; Function Attrs: nounwind
declare i1 @llvm.coro.end(ptr, i1, token) #2

; Function Attrs: noinline
define protected swiftcc { ptr, i64 } @either(ptr noalias dereferenceable(32) %0, i64 %1) #0 {
entry:
  %2 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_Bi64_IetAyYy_TC", ptr @malloc, ptr @free)
  %3 = call ptr @llvm.coro.begin(token %2, ptr null)
  %4 = call swiftcc i1 @decide(i64 %1)
  br i1 %4, label %5, label %8

5:                                                ; preds = %entry
  %6 = add i64 %1, %1
  %7 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %6)
  br i1 %7, label %12, label %10

8:                                                ; preds = %entry
  %9 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %1)
  br i1 %9, label %12, label %11

10:                                               ; preds = %5
  call swiftcc void @note(i64 %6)
  br label %11

11:                                               ; preds = %10, %8
  br label %coro.end

12:                                               ; preds = %5, %8
  br label %coro.end

coro.end:                                         ; preds = %11, %12
  %13 = call i1 @llvm.coro.end(ptr %3, i1 false, token none)
  unreachable
}

declare swiftcc void @"$sBi64_Bi64_IetAyYy_TC"(ptr noalias dereferenceable(32), i1) #1

declare swiftcc i1 @decide(i64) #1

; Function Attrs: noinline
define protected swiftcc { ptr, i8, double, ptr } @three(ptr noalias dereferenceable(32) %0, i8 %1, double %2, ptr %3) #0 {
entry:
  %4 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi8_Bf64_BpBi8_Bf64_BpIetAyyyYyYyYy_TC", ptr @malloc, ptr @free)
  %5 = call ptr @llvm.coro.begin(token %4, ptr null)
  %6 = call i1 (...) @llvm.coro.suspend.retcon.i1(i8 %1, double %2, ptr %3)
  br i1 %6, label %8, label %7

7:                                                ; preds = %entry
  call swiftcc void @use3(i8 %1, double %2, ptr %3)
  br label %coro.end

8:                                                ; preds = %entry
  br label %coro.end

coro.end:                                         ; preds = %7, %8
  %9 = call i1 @llvm.coro.end(ptr %5, i1 false, token none)
  unreachable
}

declare swiftcc void @"$sBi8_Bf64_BpBi8_Bf64_BpIetAyyyYyYyYy_TC"(ptr noalias dereferenceable(32), i1) #1

declare swiftcc void @use3(i8, double, ptr) #1

; Function Attrs: noinline
define protected swiftcc { ptr, ptr } @write_back(ptr noalias dereferenceable(32) %0, ptr captures(none) dereferenceable(8) %1) #0 {
entry:
  %2 = alloca i64, align 8
  %3 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_Bi64_IetAlYl_TC", ptr @malloc, ptr @free)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  call void @llvm.lifetime.start.p0(i64 8, ptr %2)
  %5 = load i64, ptr %1, align 8
  store i64 %5, ptr %2, align 8
  %6 = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %2)
  br i1 %6, label %9, label %7

7:                                                ; preds = %entry
  %8 = load i64, ptr %2, align 8
  store i64 %8, ptr %1, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %2)
  br label %coro.end

9:                                                ; preds = %entry
  %10 = load i64, ptr %2, align 8
  %11 = sub i64 %10, %5
  store i64 %11, ptr %1, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %2)
  br label %coro.end

coro.end:                                         ; preds = %7, %9
  %12 = call i1 @llvm.coro.end(ptr %4, i1 false, token none)
  unreachable
}

declare swiftcc void @"$sBi64_Bi64_IetAlYl_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #3

; Function Attrs: noinline
define protected swiftcc { ptr, ptr, ptr } @wide(ptr noalias dereferenceable(32) %0, ptr %1) #0 {
entry:
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  %4 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBpBi64_Bi32_IetAyYnYn_TC", ptr @malloc, ptr @free)
  %5 = call ptr @llvm.coro.begin(token %4, ptr null)
  %.elt = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 0
  %6 = load i64, ptr %.elt, align 8
  %.elt1 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 1
  %7 = load i64, ptr %.elt1, align 8
  %.elt2 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 2
  %8 = load i64, ptr %.elt2, align 8
  %.elt3 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 3
  %9 = load i64, ptr %.elt3, align 8
  %.elt4 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 4
  %10 = load i32, ptr %.elt4, align 8
  %.elt5 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i32, i16 }>, ptr %1, i32 0, i32 5
  %11 = load i16, ptr %.elt5, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr %2)
  call void @llvm.lifetime.start.p0(i64 4, ptr %3)
  store i64 %6, ptr %2, align 8
  store i32 %10, ptr %3, align 4
  %12 = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %2, ptr %3)
  br i1 %12, label %18, label %13

13:                                               ; preds = %entry
  call void asm sideeffect "nop", ""()
  %14 = add i64 %7, %9
  %15 = sext i16 %11 to i64
  %16 = add i64 %14, %15
  %17 = mul i64 %16, %8
  call swiftcc void @note(i64 %17)
  call void @llvm.lifetime.end.p0(i64 4, ptr %3)
  call void @llvm.lifetime.end.p0(i64 8, ptr %2)
  br label %coro.end

18:                                               ; preds = %entry
  call void asm sideeffect "nop", ""()
  call swiftcc void @note(i64 %8)
  call void @llvm.lifetime.end.p0(i64 4, ptr %3)
  call void @llvm.lifetime.end.p0(i64 8, ptr %2)
  br label %coro.end

coro.end:                                         ; preds = %13, %18
  %19 = call i1 @llvm.coro.end(ptr %5, i1 false, token none)
  unreachable
}

declare swiftcc void @"$sBpBi64_Bi32_IetAyYnYn_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: noinline
define protected swiftcc { ptr, ptr } @nested(ptr noalias dereferenceable(32) %0, ptr captures(none) dereferenceable(8) %1, i64 %2) #0 {
entry:
  %3 = alloca [32 x i8], align 8
  %4 = alloca [32 x i8], align 8
  %5 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_Bi64_Bi64_IetAlyYl_TC", ptr @malloc, ptr @free)
  %6 = call ptr @llvm.coro.begin(token %5, ptr null)
  %7 = getelementptr inbounds nuw [32 x i8], ptr %3, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %7)
  %8 = call ptr @llvm.coro.prepare.retcon(ptr @fence)
  %9 = call swiftcc ptr %8(ptr noalias dereferenceable(32) %7, i64 %2)
  %10 = getelementptr inbounds nuw [32 x i8], ptr %4, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %10)
  %11 = call ptr @llvm.coro.prepare.retcon(ptr @write_back)
  %12 = call swiftcc { ptr, ptr } %11(ptr noalias dereferenceable(32) %10, ptr captures(none) dereferenceable(8) %1)
  %13 = extractvalue { ptr, ptr } %12, 0
  %14 = extractvalue { ptr, ptr } %12, 1
  %15 = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %14)
  br i1 %15, label %19, label %16

16:                                               ; preds = %entry
  %17 = load i64, ptr %14, align 8
  %18 = add i64 %17, %2
  store i64 %18, ptr %14, align 8
  call swiftcc void %13(ptr noalias dereferenceable(32) %10, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %10)
  call swiftcc void %9(ptr noalias dereferenceable(32) %7, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %7)
  br label %coro.end

19:                                               ; preds = %entry
  call swiftcc void %13(ptr noalias dereferenceable(32) %10, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %10)
  call swiftcc void %9(ptr noalias dereferenceable(32) %7, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %7)
  br label %coro.end

coro.end:                                         ; preds = %16, %19
  %20 = call i1 @llvm.coro.end(ptr %6, i1 false, token none)
  unreachable
}

declare swiftcc void @"$sBi64_Bi64_Bi64_IetAlyYl_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: nounwind memory(none)
declare ptr @llvm.coro.prepare.retcon(ptr) #4

define protected swiftcc i64 @edit(ptr captures(none) dereferenceable(8) %0, ptr %1, i64 %2) #1 {
entry:
  %3 = alloca [32 x i8], align 8
  %4 = alloca [32 x i8], align 8
  %5 = alloca [32 x i8], align 8
  %6 = getelementptr inbounds nuw [32 x i8], ptr %3, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %6)
  %7 = call ptr @llvm.coro.prepare.retcon(ptr @either)
  %8 = call swiftcc { ptr, i64 } %7(ptr noalias dereferenceable(32) %6, i64 %2)
  %9 = extractvalue { ptr, i64 } %8, 0
  %10 = extractvalue { ptr, i64 } %8, 1
  %11 = getelementptr inbounds nuw [32 x i8], ptr %4, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %11)
  %12 = call ptr @llvm.coro.prepare.retcon(ptr @nested)
  %13 = call swiftcc { ptr, ptr } %12(ptr noalias dereferenceable(32) %11, ptr captures(none) dereferenceable(8) %0, i64 %10)
  %14 = extractvalue { ptr, ptr } %13, 0
  %15 = extractvalue { ptr, ptr } %13, 1
  %16 = getelementptr inbounds nuw [32 x i8], ptr %5, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %16)
  %17 = call ptr @llvm.coro.prepare.retcon(ptr @wide)
  %18 = call swiftcc { ptr, ptr, ptr } %17(ptr noalias dereferenceable(32) %16, ptr %1)
  %19 = extractvalue { ptr, ptr, ptr } %18, 0
  %20 = extractvalue { ptr, ptr, ptr } %18, 1
  %21 = extractvalue { ptr, ptr, ptr } %18, 2
  %22 = load i64, ptr %20, align 8
  %23 = load i32, ptr %21, align 4
  %24 = sext i32 %23 to i64
  %25 = add i64 %22, %24
  store i64 %25, ptr %15, align 8
  %26 = call swiftcc i1 @decide(i64 %25)
  br i1 %26, label %27, label %28

27:                                               ; preds = %entry
  call swiftcc void %19(ptr noalias dereferenceable(32) %16, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %16)
  call swiftcc void %14(ptr noalias dereferenceable(32) %11, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %11)
  br label %29

28:                                               ; preds = %entry
  call swiftcc void %19(ptr noalias dereferenceable(32) %16, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %16)
  call swiftcc void %14(ptr noalias dereferenceable(32) %11, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %11)
  br label %29

29:                                               ; preds = %27, %28
  call swiftcc void %9(ptr noalias dereferenceable(32) %6, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %6)
  ret i64 %25
}

; Function Attrs: noinline
define protected swiftcc { ptr, i64 } @tally(ptr noalias dereferenceable(32) %0, i64 %1, double %2) #0 {
entry:
  %3 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_Bf64_Bi64_Bf64_Bi64_IetAyyddYy_TC", ptr @malloc, ptr @free)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  %5 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %1)
  br i1 %5, label %9, label %6

6:                                                ; preds = %entry
  %7 = add i64 %1, %1
  %8 = fadd double %2, %2
  br label %coro.end

9:                                                ; preds = %entry
  call swiftcc void @note(i64 %1)
  br label %coro.end

coro.end:                                         ; preds = %6, %9
  %10 = phi i64 [ %7, %6 ], [ undef, %9 ]
  %11 = phi double [ %8, %6 ], [ undef, %9 ]
  %12 = call token (...) @llvm.coro.end.results(i64 %10, double %11)
  %13 = call i1 @llvm.coro.end(ptr %4, i1 false, token %12)
  unreachable
}

declare swiftcc { i64, double } @"$sBi64_Bf64_Bi64_Bf64_Bi64_IetAyyddYy_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: nounwind
declare token @llvm.coro.end.results(...) #2

define protected swiftcc i64 @tallied(i64 %0, double %1) #1 {
entry:
  %2 = alloca [32 x i8], align 8
  %3 = getelementptr inbounds nuw [32 x i8], ptr %2, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %3)
  %4 = call ptr @llvm.coro.prepare.retcon(ptr @tally)
  %5 = call swiftcc { ptr, i64 } %4(ptr noalias dereferenceable(32) %3, i64 %0, double %1)
  %6 = extractvalue { ptr, i64 } %5, 0
  %7 = extractvalue { ptr, i64 } %5, 1
  %8 = call swiftcc i1 @decide(i64 %7)
  br i1 %8, label %9, label %15

9:                                                ; preds = %entry
  %10 = call swiftcc { i64, double } %6(ptr noalias dereferenceable(32) %3, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %3)
  %11 = extractvalue { i64, double } %10, 0
  %12 = extractvalue { i64, double } %10, 1
  %13 = fptosi double %12 to i64
  %14 = add i64 %11, %13
  br label %17

15:                                               ; preds = %entry
  %16 = call swiftcc { i64, double } %6(ptr noalias dereferenceable(32) %3, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %3)
  br label %17

17:                                               ; preds = %9, %15
  %18 = phi i64 [ %7, %15 ], [ %14, %9 ]
  ret i64 %18
}

attributes #0 = { noinline "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx16,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nounwind memory(none) }

!swift.module.flags = !{!0}
!llvm.module.flags = !{!1, !2, !3, !4, !5, !6}
!llvm.linker.options = !{}

!0 = !{!"standard-library", i1 false}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{i32 4, !"Objective-C Garbage Collection", i32 100861696}
!6 = !{i32 1, !"Swift Version", i32 7}
