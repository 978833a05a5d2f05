; What the Swift compiler writes for SIL of yield_many: endless and finite generators, yields on branches, state in memory and beyond the buffer, calls on the
; way out.
; LLVM: it takes no variadic id
; STOCK: the Swift compiler's fork
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@__swift_reflection_version = linkonce_odr hidden constant i16 3
@_swift1_autolink_entries = private constant [0 x i8] zeroinitializer, section ".swift1_autolink_entries", no_sanitize_address, align 8
@llvm.used = appending global [8 x ptr] [ptr @count, ptr @range, ptr @collatz, ptr @wide, ptr @guarded, ptr @ticks, ptr @__swift_reflection_version, ptr @_swift1_autolink_entries], section "llvm.metadata"

; Function Attrs: noinline
define protected swiftcc { ptr, i64 } @count(ptr noalias dereferenceable(64) %0, i64 %1, i64 %2) #0 {
entry:
  %3 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 64, i32 8, ptr %0, ptr @"$sBi64_Bi64_Bi64_IetGyyYy_TC", ptr @malloc, ptr @free)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  br label %5

5:                                                ; preds = %8, %entry
  %6 = phi i64 [ %1, %entry ], [ %9, %8 ]
  %7 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %6)
  br i1 %7, label %10, label %8

8:                                                ; preds = %5
  %9 = add i64 %6, %2
  br label %5

10:                                               ; preds = %5
  call swiftcc void @note(i64 %6)
  br label %coro.end

coro.end:                                         ; preds = %10
  %11 = call i1 @llvm.coro.end(ptr %4, i1 false, token none)
  unreachable
}

declare ptr @malloc(i64)

declare void @free(ptr)

declare swiftcc { ptr, i64 } @"$sBi64_Bi64_Bi64_IetGyyYy_TC"(ptr noalias dereferenceable(64), i1) #1

; Function Attrs: nounwind
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr, ...) #2

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #2

; Function Attrs: nounwind
declare i1 @llvm.coro.suspend.retcon.i1(...) #2

declare swiftcc void @note(i64) #1

; Function Attrs: nounwind
declare i1 @llvm.coro.end(ptr, i1, token) #2

; Function Attrs: noinline
define protected swiftcc { ptr, i32 } @range(ptr noalias dereferenceable(64) %0, i32 %1, i32 %2) #0 {
entry:
  %3 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 64, i32 8, ptr %0, ptr @"$sBi32_Bi32_Bi32_IetGyyYy_TC", ptr @malloc, ptr @free)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  br label %5

5:                                                ; preds = %10, %entry
  %6 = phi i32 [ %1, %entry ], [ %11, %10 ]
  %7 = icmp slt i32 %6, %2
  br i1 %7, label %8, label %12

8:                                                ; preds = %5
  %9 = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %6)
  br i1 %9, label %14, label %10

10:                                               ; preds = %8
  %11 = add i32 %6, 1
  br label %5

12:                                               ; preds = %5
  br label %coro.end

coro.end:                                         ; preds = %14, %12
  %13 = call i1 @llvm.coro.end(ptr %4, i1 false, token none)
  unreachable

14:                                               ; preds = %8
  br label %coro.end
}

declare swiftcc { ptr, i32 } @"$sBi32_Bi32_Bi32_IetGyyYy_TC"(ptr noalias dereferenceable(64), i1) #1

; Function Attrs: noinline
define protected swiftcc { ptr, i64, i8 } @collatz(ptr noalias dereferenceable(64) %0, i64 %1) #0 {
entry:
  %2 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 64, i32 8, ptr %0, ptr @"$sBi64_Bi64_Bi8_IetGyYyYy_TC", ptr @malloc, ptr @free)
  %3 = call ptr @llvm.coro.begin(token %2, ptr null)
  br label %4

4:                                                ; preds = %19, %22, %entry
  %5 = phi i64 [ %1, %entry ], [ %17, %22 ], [ %14, %19 ]
  %6 = phi i64 [ 1, %entry ], [ %7, %22 ], [ %7, %19 ]
  %7 = add i64 %6, 1
  %8 = icmp eq i64 %5, 1
  br i1 %8, label %20, label %9

9:                                                ; preds = %4
  %10 = and i64 %5, 1
  %11 = icmp eq i64 %10, 1
  br i1 %11, label %12, label %16

12:                                               ; preds = %9
  %13 = mul i64 %5, 3
  %14 = add i64 %13, 1
  %15 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %14, i8 1)
  br i1 %15, label %21, label %19

16:                                               ; preds = %9
  %17 = sdiv i64 %5, 2
  %18 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %17, i8 -1)
  br i1 %18, label %23, label %22

19:                                               ; preds = %12
  br label %4

20:                                               ; preds = %4
  call swiftcc void @note(i64 %6)
  br label %coro.end

21:                                               ; preds = %12
  call swiftcc void @note(i64 %14)
  br label %24

22:                                               ; preds = %16
  br label %4

23:                                               ; preds = %16
  call swiftcc void @note(i64 %17)
  call swiftcc void @note(i64 %6)
  br label %24

24:                                               ; preds = %21, %23
  br label %coro.end

coro.end:                                         ; preds = %20, %24
  %25 = call i1 @llvm.coro.end(ptr %3, i1 false, token none)
  unreachable
}

declare swiftcc { ptr, i64, i8 } @"$sBi64_Bi64_Bi8_IetGyYyYy_TC"(ptr noalias dereferenceable(64), i1) #1

; Function Attrs: noinline
define protected swiftcc { ptr, double, ptr } @wide(ptr noalias dereferenceable(64) %0, ptr %1, double %2) #0 {
entry:
  %3 = alloca <{ i64, i64 }>, align 8
  %4 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 64, i32 8, ptr %0, ptr @"$sBpBf64_Bf64_Bi64_IetGyyYyYl_TC", ptr @malloc, ptr @free)
  %5 = call ptr @llvm.coro.begin(token %4, ptr null)
  %.elt = getelementptr inbounds nuw <{ i64, i64, i64, i64, i64 }>, ptr %1, i32 0, i32 0
  %6 = load i64, ptr %.elt, align 8
  %.elt1 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i64 }>, ptr %1, i32 0, i32 1
  %7 = load i64, ptr %.elt1, align 8
  %.elt2 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i64 }>, ptr %1, i32 0, i32 2
  %8 = load i64, ptr %.elt2, align 8
  %.elt3 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i64 }>, ptr %1, i32 0, i32 3
  %9 = load i64, ptr %.elt3, align 8
  %.elt4 = getelementptr inbounds nuw <{ i64, i64, i64, i64, i64 }>, ptr %1, i32 0, i32 4
  %10 = load i64, ptr %.elt4, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr %3)
  %.elt5 = getelementptr inbounds nuw <{ i64, i64 }>, ptr %3, i32 0, i32 0
  %.elt6 = getelementptr inbounds nuw <{ i64, i64 }>, ptr %3, i32 0, i32 1
  store i64 %6, ptr %.elt5, align 8
  store i64 %7, ptr %.elt6, align 8
  br label %11

11:                                               ; preds = %15, %entry
  %12 = phi double [ %2, %entry ], [ %16, %15 ]
  %13 = phi i64 [ %8, %entry ], [ %18, %15 ]
  %14 = call i1 (...) @llvm.coro.suspend.retcon.i1(double %12, ptr %.elt5)
  br i1 %14, label %24, label %15

15:                                               ; preds = %11
  %16 = fadd double %12, %2
  %17 = load i64, ptr %.elt5, align 8
  %18 = add i64 %13, %17
  %19 = add i64 %18, %9
  store i64 %19, ptr %.elt5, align 8
  %20 = icmp slt i64 %10, %18
  br i1 %20, label %21, label %11

21:                                               ; preds = %15
  %22 = load i64, ptr %.elt6, align 8
  call swiftcc void @note(i64 %22)
  %23 = add i64 %6, %8
  call swiftcc void @note(i64 %23)
  call void @llvm.lifetime.end.p0(i64 16, ptr %3)
  br label %coro.end

24:                                               ; preds = %11
  call swiftcc void @note(i64 %13)
  call swiftcc void @note(i64 %7)
  call void @llvm.lifetime.end.p0(i64 16, ptr %3)
  br label %coro.end

coro.end:                                         ; preds = %21, %24
  %25 = call i1 @llvm.coro.end(ptr %5, i1 false, token none)
  unreachable
}

declare swiftcc { ptr, double, ptr } @"$sBpBf64_Bf64_Bi64_IetGyyYyYl_TC"(ptr noalias dereferenceable(64), i1) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr captures(none)) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr captures(none)) #3

; Function Attrs: noinline
define protected swiftcc { ptr, i64 } @guarded(ptr noalias dereferenceable(32) %0, i64 %1) #0 {
entry:
  %2 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %0, ptr @"$sBi64_Bi64_IetAyYy_TC", ptr @malloc, ptr @free)
  %3 = call ptr @llvm.coro.begin(token %2, ptr null)
  %4 = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %1)
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

declare swiftcc void @"$sBi64_Bi64_IetAyYy_TC"(ptr noalias dereferenceable(32), i1) #1

; Function Attrs: nounwind
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr, ...) #2

; Function Attrs: noinline
define protected swiftcc ptr @ticks(ptr noalias dereferenceable(64) %0, i64 %1) #0 {
entry:
  %2 = alloca [32 x i8], align 8
  %3 = call token (i32, i32, ptr, ptr, ptr, ptr, ...) @llvm.coro.id.retcon(i32 64, i32 8, ptr %0, ptr @"$sBi64_IetGy_TC", ptr @malloc, ptr @free)
  %4 = call ptr @llvm.coro.begin(token %3, ptr null)
  br label %5

5:                                                ; preds = %13, %entry
  %6 = phi i64 [ %1, %entry ], [ %14, %13 ]
  %7 = getelementptr inbounds nuw [32 x i8], ptr %2, i32 0, i32 0
  call void @llvm.lifetime.start.p0(i64 32, ptr %7)
  %8 = call ptr @llvm.coro.prepare.retcon(ptr @guarded)
  %9 = call swiftcc { ptr, i64 } %8(ptr noalias dereferenceable(32) %7, i64 %6)
  %10 = extractvalue { ptr, i64 } %9, 0
  %11 = extractvalue { ptr, i64 } %9, 1
  %12 = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %12, label %17, label %13

13:                                               ; preds = %5
  call swiftcc void %10(ptr noalias dereferenceable(32) %7, i1 false)
  call void @llvm.lifetime.end.p0(i64 32, ptr %7)
  %14 = add i64 %6, %11
  %15 = call swiftcc i1 @decide(i64 %14)
  br i1 %15, label %5, label %16

16:                                               ; preds = %13
  br label %coro.end

17:                                               ; preds = %5
  call swiftcc void %10(ptr noalias dereferenceable(32) %7, i1 true)
  call void @llvm.lifetime.end.p0(i64 32, ptr %7)
  br label %coro.end

coro.end:                                         ; preds = %16, %17
  %18 = call i1 @llvm.coro.end(ptr %4, i1 false, token none)
  unreachable
}

declare swiftcc ptr @"$sBi64_IetGy_TC"(ptr noalias dereferenceable(64), i1) #1

; Function Attrs: nounwind memory(none)
declare ptr @llvm.coro.prepare.retcon(ptr) #4

declare swiftcc i1 @decide(i64) #1

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
