; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

; Function Attrs: presplitcoroutine
define ptr @square(i64 %0) #0 {
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
  %12 = mul i64 %0, %0
  %13 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 %12, ptr %13, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %2)
  %14 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %14)
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  ret ptr %2
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @both(i64 %0, i64 %1) #0 {
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
  %14 = call ptr @square(i64 %0)
  %15 = call ptr @square(i64 %1)
  %16 = call token @llvm.coro.save(ptr %13)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %14, ptr %13, ptr @__resume)
  %17 = call i8 @llvm.coro.suspend(token %16, i1 false)
  %18 = sext i8 %17 to i32
  switch i32 %18, label %41 [
    i32 0, label %19
    i32 1, label %39
  ]

19:                                               ; preds = %2
  %20 = call i1 @mlirAsyncRuntimeIsValueError(ptr %14)
  br i1 %20, label %34, label %21

21:                                               ; preds = %19
  %22 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %14)
  %23 = load i64, ptr %22, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  %24 = call token @llvm.coro.save(ptr %13)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %15, ptr %13, ptr @__resume)
  %25 = call i8 @llvm.coro.suspend(token %24, i1 false)
  %26 = sext i8 %25 to i32
  switch i32 %26, label %41 [
    i32 0, label %27
    i32 1, label %39
  ]

27:                                               ; preds = %21
  %28 = call i1 @mlirAsyncRuntimeIsValueError(ptr %15)
  br i1 %28, label %35, label %29

29:                                               ; preds = %27
  %30 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %15)
  %31 = load i64, ptr %30, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %15, i64 1)
  %32 = add i64 %23, %31
  call void @print(i64 %32)
  %33 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %4)
  store i64 %32, ptr %33, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %4)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  br label %37

34:                                               ; preds = %19
  call void @mlirAsyncRuntimeDropRef(ptr %15, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  br label %36

35:                                               ; preds = %27
  call void @mlirAsyncRuntimeDropRef(ptr %15, i64 1)
  br label %36

36:                                               ; preds = %34, %35
  call void @mlirAsyncRuntimeSetTokenError(ptr %3)
  call void @mlirAsyncRuntimeSetValueError(ptr %4)
  br label %37

37:                                               ; preds = %36, %29
  %38 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %38)
  br label %41

39:                                               ; preds = %21, %2
  %40 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %40)
  br label %41

41:                                               ; preds = %37, %39, %21, %2
  call void @llvm.coro.end(ptr %13, i1 false, token none)
  %42 = insertvalue { ptr, ptr } poison, ptr %3, 0
  %43 = insertvalue { ptr, ptr } %42, ptr %4, 1
  ret { ptr, ptr } %43
}

; Function Attrs: presplitcoroutine
define ptr @chain(i64 %0) #0 {
  %2 = call ptr @mlirAsyncRuntimeCreateToken()
  %3 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %4 = call i64 @llvm.coro.size.i64()
  %5 = call i64 @llvm.coro.align.i64()
  %6 = add i64 %4, %5
  %7 = sub i64 %6, 1
  %8 = sub i64 0, %5
  %9 = and i64 %7, %8
  %10 = call ptr @aligned_alloc(i64 %5, i64 %9)
  %11 = call ptr @llvm.coro.begin(token %3, ptr %10)
  %12 = call { ptr, ptr } @both(i64 %0, i64 1)
  %13 = extractvalue { ptr, ptr } %12, 0
  %14 = extractvalue { ptr, ptr } %12, 1
  %15 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %13, ptr %11, ptr @__resume)
  %16 = call i8 @llvm.coro.suspend(token %15, i1 false)
  %17 = sext i8 %16 to i32
  switch i32 %17, label %45 [
    i32 0, label %18
    i32 1, label %43
  ]

18:                                               ; preds = %1
  %19 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %13)
  call void @mlirAsyncRuntimeDropRef(ptr %13, i64 1)
  br i1 %19, label %39, label %20

20:                                               ; preds = %18
  %21 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %14, ptr %11, ptr @__resume)
  %22 = call i8 @llvm.coro.suspend(token %21, i1 false)
  %23 = sext i8 %22 to i32
  switch i32 %23, label %45 [
    i32 0, label %24
    i32 1, label %43
  ]

24:                                               ; preds = %20
  %25 = call i1 @mlirAsyncRuntimeIsValueError(ptr %14)
  br i1 %25, label %38, label %26

26:                                               ; preds = %24
  %27 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %14)
  %28 = load i64, ptr %27, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  %29 = call { ptr, ptr } @both(i64 %28, i64 %0)
  %30 = extractvalue { ptr, ptr } %29, 0
  %31 = extractvalue { ptr, ptr } %29, 1
  call void @mlirAsyncRuntimeDropRef(ptr %31, i64 1)
  %32 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %30, ptr %11, ptr @__resume)
  %33 = call i8 @llvm.coro.suspend(token %32, i1 false)
  %34 = sext i8 %33 to i32
  switch i32 %34, label %45 [
    i32 0, label %35
    i32 1, label %43
  ]

35:                                               ; preds = %26
  %36 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %30)
  call void @mlirAsyncRuntimeDropRef(ptr %30, i64 1)
  br i1 %36, label %40, label %37

37:                                               ; preds = %35
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  br label %41

38:                                               ; preds = %24
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  br label %40

39:                                               ; preds = %18
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  br label %40

40:                                               ; preds = %39, %38, %35
  call void @mlirAsyncRuntimeSetTokenError(ptr %2)
  br label %41

41:                                               ; preds = %40, %37
  %42 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %42)
  br label %45

43:                                               ; preds = %26, %20, %1
  %44 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %44)
  br label %45

45:                                               ; preds = %41, %43, %26, %20, %1
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  ret ptr %2
}

define void @entry() {
  %1 = call ptr @chain(i64 3)
  call void @mlirAsyncRuntimeAwaitToken(ptr %1)
  %2 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  %3 = xor i1 %2, true
  br i1 %3, label %4, label %5

4:                                                ; preds = %0
  ret void

5:                                                ; preds = %0
  call void @puts(ptr @assert_msg)
  call void @abort()
  unreachable
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

; Function Attrs: nounwind memory(argmem: read)
declare ptr @llvm.coro.free(token, ptr readonly captures(none)) #4

; Function Attrs: nounwind
declare void @llvm.coro.end(ptr, i1, token) #3

; Function Attrs: nomerge nounwind
declare token @llvm.coro.save(ptr) #5

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #3

declare void @llvm.coro.resume(ptr)

attributes #0 = { presplitcoroutine }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #2 = { nounwind memory(none) }
attributes #3 = { nounwind }
attributes #4 = { nounwind memory(argmem: read) }
attributes #5 = { nomerge nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
