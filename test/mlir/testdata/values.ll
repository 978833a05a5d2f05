; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

define void @entry() {
  %1 = call { ptr, ptr } @async_execute_fn()
  %2 = extractvalue { ptr, ptr } %1, 0
  %3 = extractvalue { ptr, ptr } %1, 1
  %4 = call { ptr, ptr, ptr } @async_execute_fn_0(ptr %2, ptr %3)
  %5 = extractvalue { ptr, ptr, ptr } %4, 0
  %6 = extractvalue { ptr, ptr, ptr } %4, 1
  %7 = extractvalue { ptr, ptr, ptr } %4, 2
  call void @mlirAsyncRuntimeDropRef(ptr %5, i64 1)
  %8 = call { ptr, ptr } @async_execute_fn_1(ptr %6, ptr %7)
  %9 = extractvalue { ptr, ptr } %8, 0
  %10 = extractvalue { ptr, ptr } %8, 1
  call void @mlirAsyncRuntimeDropRef(ptr %9, i64 1)
  call void @mlirAsyncRuntimeAwaitValue(ptr %10)
  %11 = call i1 @mlirAsyncRuntimeIsValueError(ptr %10)
  %12 = xor i1 %11, true
  br i1 %12, label %13, label %16

13:                                               ; preds = %0
  %14 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %10)
  %15 = load i64, ptr %14, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %10, i64 1)
  call void @print(i64 %15)
  ret void

16:                                               ; preds = %0
  call void @puts(ptr @assert_msg)
  call void @abort()
  unreachable
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn() #0 {
  %1 = call ptr @mlirAsyncRuntimeCreateToken()
  %2 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %3 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %4 = call i64 @llvm.coro.size.i64()
  %5 = call i64 @llvm.coro.align.i64()
  %6 = add i64 %4, %5
  %7 = sub i64 %6, 1
  %8 = sub i64 0, %5
  %9 = and i64 %7, %8
  %10 = call ptr @aligned_alloc(i64 %5, i64 %9)
  %11 = call ptr @llvm.coro.begin(token %3, ptr %10)
  %12 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeExecute(ptr %11, ptr @__resume)
  %13 = call i8 @llvm.coro.suspend(token %12, i1 false)
  %14 = sext i8 %13 to i32
  switch i32 %14, label %20 [
    i32 0, label %15
    i32 1, label %18
  ]

15:                                               ; preds = %0
  %16 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 21, ptr %16, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %2)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  %17 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %17)
  br label %20

18:                                               ; preds = %0
  %19 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %19)
  br label %20

20:                                               ; preds = %15, %18, %0
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  %21 = insertvalue { ptr, ptr } poison, ptr %1, 0
  %22 = insertvalue { ptr, ptr } %21, ptr %2, 1
  ret { ptr, ptr } %22
}

; Function Attrs: presplitcoroutine
define { ptr, ptr, ptr } @async_execute_fn_0(ptr %0, ptr %1) #0 {
  %3 = call ptr @mlirAsyncRuntimeCreateToken()
  %4 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %5 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %6 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %7 = call i64 @llvm.coro.size.i64()
  %8 = call i64 @llvm.coro.align.i64()
  %9 = add i64 %7, %8
  %10 = sub i64 %9, 1
  %11 = sub i64 0, %8
  %12 = and i64 %10, %11
  %13 = call ptr @aligned_alloc(i64 %8, i64 %12)
  %14 = call ptr @llvm.coro.begin(token %6, ptr %13)
  %15 = call token @llvm.coro.save(ptr %14)
  call void @mlirAsyncRuntimeExecute(ptr %14, ptr @__resume)
  %16 = call i8 @llvm.coro.suspend(token %15, i1 false)
  %17 = sext i8 %16 to i32
  switch i32 %17, label %45 [
    i32 0, label %18
    i32 1, label %43
  ]

18:                                               ; preds = %2
  %19 = call token @llvm.coro.save(ptr %14)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %0, ptr %14, ptr @__resume)
  %20 = call i8 @llvm.coro.suspend(token %19, i1 false)
  %21 = sext i8 %20 to i32
  switch i32 %21, label %45 [
    i32 0, label %22
    i32 1, label %43
  ]

22:                                               ; preds = %18
  %23 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %0)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br i1 %23, label %39, label %24

24:                                               ; preds = %22
  %25 = call token @llvm.coro.save(ptr %14)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %1, ptr %14, ptr @__resume)
  %26 = call i8 @llvm.coro.suspend(token %25, i1 false)
  %27 = sext i8 %26 to i32
  switch i32 %27, label %45 [
    i32 0, label %28
    i32 1, label %43
  ]

28:                                               ; preds = %24
  %29 = call i1 @mlirAsyncRuntimeIsValueError(ptr %1)
  br i1 %29, label %38, label %30

30:                                               ; preds = %28
  %31 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %1)
  %32 = load i64, ptr %31, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  %33 = mul i64 %32, %32
  %34 = sitofp i64 %32 to double
  %35 = fmul double %34, 5.000000e-01
  %36 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %4)
  store i64 %33, ptr %36, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %4)
  %37 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %5)
  store double %35, ptr %37, align 8
  call void @mlirAsyncRuntimeEmplaceValue(ptr %5)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  br label %41

38:                                               ; preds = %28
  call void @mlirAsyncRuntimeDropRef(ptr %5, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %4, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %40

39:                                               ; preds = %22
  call void @mlirAsyncRuntimeDropRef(ptr %5, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %4, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %40

40:                                               ; preds = %39, %38
  call void @mlirAsyncRuntimeSetTokenError(ptr %3)
  call void @mlirAsyncRuntimeSetValueError(ptr %4)
  call void @mlirAsyncRuntimeSetValueError(ptr %5)
  br label %41

41:                                               ; preds = %40, %30
  %42 = call ptr @llvm.coro.free(token %6, ptr %14)
  call void @free(ptr %42)
  br label %45

43:                                               ; preds = %24, %18, %2
  %44 = call ptr @llvm.coro.free(token %6, ptr %14)
  call void @free(ptr %44)
  br label %45

45:                                               ; preds = %41, %43, %24, %18, %2
  call void @llvm.coro.end(ptr %14, i1 false, token none)
  %46 = insertvalue { ptr, ptr, ptr } poison, ptr %3, 0
  %47 = insertvalue { ptr, ptr, ptr } %46, ptr %4, 1
  %48 = insertvalue { ptr, ptr, ptr } %47, ptr %5, 2
  ret { ptr, ptr, ptr } %48
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn_1(ptr %0, ptr %1) #0 {
  %3 = call ptr @mlirAsyncRuntimeCreateToken()
  %4 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %5 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %6 = call i64 @llvm.coro.size.i64()
  %7 = call i64 @llvm.coro.align.i64()
  %8 = add i64 %6, %7
  %9 = sub i64 %8, 1
  %10 = sub i64 0, %7
  %11 = and i64 %9, %10
  %12 = call ptr @aligned_alloc(i64 %7, i64 %11)
  %13 = call ptr @llvm.coro.begin(token %5, ptr %12)
  %14 = call token @llvm.coro.save(ptr %13)
  call void @mlirAsyncRuntimeExecute(ptr %13, ptr @__resume)
  %15 = call i8 @llvm.coro.suspend(token %14, i1 false)
  %16 = sext i8 %15 to i32
  switch i32 %16, label %44 [
    i32 0, label %17
    i32 1, label %42
  ]

17:                                               ; preds = %2
  %18 = call token @llvm.coro.save(ptr %13)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %0, ptr %13, ptr @__resume)
  %19 = call i8 @llvm.coro.suspend(token %18, i1 false)
  %20 = sext i8 %19 to i32
  switch i32 %20, label %44 [
    i32 0, label %21
    i32 1, label %42
  ]

21:                                               ; preds = %17
  %22 = call i1 @mlirAsyncRuntimeIsValueError(ptr %0)
  br i1 %22, label %37, label %23

23:                                               ; preds = %21
  %24 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %0)
  %25 = load i64, ptr %24, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  %26 = call token @llvm.coro.save(ptr %13)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %1, ptr %13, ptr @__resume)
  %27 = call i8 @llvm.coro.suspend(token %26, i1 false)
  %28 = sext i8 %27 to i32
  switch i32 %28, label %44 [
    i32 0, label %29
    i32 1, label %42
  ]

29:                                               ; preds = %23
  %30 = call i1 @mlirAsyncRuntimeIsValueError(ptr %1)
  br i1 %30, label %38, label %31

31:                                               ; preds = %29
  %32 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %1)
  %33 = load double, ptr %32, align 8
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  %34 = fptosi double %33 to i64
  %35 = add i64 %25, %34
  call void @print(i64 %25)
  call void @print(i64 %34)
  %36 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %4)
  store i64 %35, ptr %36, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %4)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  br label %40

37:                                               ; preds = %21
  call void @mlirAsyncRuntimeDropRef(ptr %4, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br label %39

38:                                               ; preds = %29
  call void @mlirAsyncRuntimeDropRef(ptr %4, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %39

39:                                               ; preds = %37, %38
  call void @mlirAsyncRuntimeSetTokenError(ptr %3)
  call void @mlirAsyncRuntimeSetValueError(ptr %4)
  br label %40

40:                                               ; preds = %39, %31
  %41 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %41)
  br label %44

42:                                               ; preds = %23, %17, %2
  %43 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %43)
  br label %44

44:                                               ; preds = %40, %42, %23, %17, %2
  call void @llvm.coro.end(ptr %13, i1 false, token none)
  %45 = insertvalue { ptr, ptr } poison, ptr %3, 0
  %46 = insertvalue { ptr, ptr } %45, ptr %4, 1
  ret { ptr, ptr } %46
}

declare void @mlirAsyncRuntimeAddRef(ptr, i64)

declare void @mlirAsyncRuntimeDropRef(ptr, i64)

declare ptr @mlirAsyncRuntimeCreateToken()

declare ptr @mlirAsyncRuntimeCreateValue(i64)

declare ptr @mlirAsyncRuntimeCreateGroup(i64)

declare void @mlirAsyncRuntimeEmplaceToken(ptr)

declare void @mlirAsyncRuntimeEmplaceValue(ptr)

declare void @mlirAsyncRuntimeSetTokenError(ptr)

declare void @mlirAsyncRuntimeSetValueError(ptr)

declare i1 @mlirAsyncRuntimeIsTokenError(ptr)

declare i1 @mlirAsyncRuntimeIsValueError(ptr)

declare i1 @mlirAsyncRuntimeIsGroupError(ptr)

declare void @mlirAsyncRuntimeAwaitToken(ptr)

declare void @mlirAsyncRuntimeAwaitValue(ptr)

declare void @mlirAsyncRuntimeAwaitAllInGroup(ptr)

declare void @mlirAsyncRuntimeExecute(ptr, ptr)

declare ptr @mlirAsyncRuntimeGetValueStorage(ptr)

declare i64 @mlirAsyncRuntimeAddTokenToGroup(ptr, ptr)

declare void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr, ptr, ptr)

declare void @mlirAsyncRuntimeAwaitValueAndExecute(ptr, ptr, ptr)

declare void @mlirAsyncRuntimeAwaitAllInGroupAndExecute(ptr, ptr, ptr)

declare i64 @mlirAsyncRuntimGetNumWorkerThreads()

define void @__resume(ptr %0) {
  call void @llvm.coro.resume(ptr %0)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #1

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.size.i64() #2

; Function Attrs: nounwind memory(none)
declare i64 @llvm.coro.align.i64() #2

; Function Attrs: nounwind
declare ptr @llvm.coro.begin(token, ptr writeonly) #3

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #4

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #3

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #5

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #3

declare void @llvm.coro.resume(ptr)

attributes #0 = { presplitcoroutine }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nounwind memory(none) }
attributes #3 = { nounwind }
attributes #4 = { nomerge nounwind }
attributes #5 = { nounwind memory(argmem: read) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
