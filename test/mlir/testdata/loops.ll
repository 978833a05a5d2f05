; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg_0 = private constant [40 x i8] c"Awaited async operand is in error state\00"
@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

define i64 @step(i64 %0) {
  %2 = call { ptr, ptr } @async_execute_fn(i64 %0)
  %3 = extractvalue { ptr, ptr } %2, 0
  %4 = extractvalue { ptr, ptr } %2, 1
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeAwaitValue(ptr %4)
  %5 = call i1 @mlirAsyncRuntimeIsValueError(ptr %4)
  %6 = xor i1 %5, true
  br i1 %6, label %7, label %10

7:                                                ; preds = %1
  %8 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %4)
  %9 = load i64, ptr %8, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %4, i64 1)
  ret i64 %9

10:                                               ; preds = %1
  call void @puts(ptr @assert_msg)
  call void @abort()
  unreachable
}

; Function Attrs: presplitcoroutine
define ptr @rounds() #0 {
  %1 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %2 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %3 = call i64 @llvm.coro.size.i64()
  %4 = call i64 @llvm.coro.align.i64()
  %5 = add i64 %3, %4
  %6 = sub i64 %5, 1
  %7 = sub i64 0, %4
  %8 = and i64 %6, %7
  %9 = call ptr @aligned_alloc(i64 %4, i64 %8)
  %10 = call ptr @llvm.coro.begin(token %2, ptr %9)
  br label %11

11:                                               ; preds = %41, %0
  %12 = phi i64 [ %43, %41 ], [ 0, %0 ]
  %13 = phi i64 [ %42, %41 ], [ 1, %0 ]
  %14 = icmp slt i64 %12, 5
  br i1 %14, label %15, label %44

15:                                               ; preds = %11
  %16 = call { ptr, ptr } @async_execute_fn_0(i64 %13, i64 %12)
  %17 = extractvalue { ptr, ptr } %16, 0
  %18 = extractvalue { ptr, ptr } %16, 1
  call void @mlirAsyncRuntimeDropRef(ptr %17, i64 1)
  %19 = call token @llvm.coro.save(ptr %10)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %18, ptr %10, ptr @__resume)
  %20 = call i8 @llvm.coro.suspend(token %19, i1 false)
  %21 = sext i8 %20 to i32
  switch i32 %21, label %53 [
    i32 0, label %22
    i32 1, label %51
  ]

22:                                               ; preds = %15
  %23 = call i1 @mlirAsyncRuntimeIsValueError(ptr %18)
  br i1 %23, label %46, label %24

24:                                               ; preds = %22
  %25 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %18)
  %26 = load i64, ptr %25, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  %27 = srem i64 %12, 2
  %28 = icmp ne i64 %27, 0
  br i1 %28, label %29, label %41

29:                                               ; preds = %24
  %30 = call { ptr, ptr } @async_execute_fn_1(i64 %26)
  %31 = extractvalue { ptr, ptr } %30, 0
  %32 = extractvalue { ptr, ptr } %30, 1
  call void @mlirAsyncRuntimeDropRef(ptr %31, i64 1)
  %33 = call token @llvm.coro.save(ptr %10)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %32, ptr %10, ptr @__resume)
  %34 = call i8 @llvm.coro.suspend(token %33, i1 false)
  %35 = sext i8 %34 to i32
  switch i32 %35, label %53 [
    i32 0, label %36
    i32 1, label %51
  ]

36:                                               ; preds = %29
  %37 = call i1 @mlirAsyncRuntimeIsValueError(ptr %32)
  br i1 %37, label %47, label %38

38:                                               ; preds = %36
  %39 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %32)
  %40 = load i64, ptr %39, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %32, i64 1)
  br label %41

41:                                               ; preds = %38, %24
  %42 = phi i64 [ %40, %38 ], [ %26, %24 ]
  call void @print(i64 %42)
  %43 = add i64 %12, 1
  br label %11

44:                                               ; preds = %11
  %45 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %1)
  store i64 %13, ptr %45, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %1)
  br label %49

46:                                               ; preds = %22
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  br label %48

47:                                               ; preds = %36
  call void @mlirAsyncRuntimeDropRef(ptr %32, i64 1)
  br label %48

48:                                               ; preds = %46, %47
  call void @mlirAsyncRuntimeSetValueError(ptr %1)
  br label %49

49:                                               ; preds = %48, %44
  %50 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %50)
  br label %53

51:                                               ; preds = %29, %15
  %52 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %52)
  br label %53

53:                                               ; preds = %49, %51, %29, %15
  call void @llvm.coro.end(ptr %10, i1 false, token none)
  ret ptr %1
}

define void @entry() {
  %1 = call ptr @rounds()
  call void @mlirAsyncRuntimeAwaitValue(ptr %1)
  %2 = call i1 @mlirAsyncRuntimeIsValueError(ptr %1)
  %3 = xor i1 %2, true
  br i1 %3, label %4, label %8

4:                                                ; preds = %0
  %5 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %1)
  %6 = load i64, ptr %5, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  call void @print(i64 %6)
  %7 = call i64 @step(i64 %6)
  call void @print(i64 %7)
  ret void

8:                                                ; preds = %0
  call void @puts(ptr @assert_msg_0)
  call void @abort()
  unreachable
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn(i64 %0) #0 {
  %2 = call ptr @mlirAsyncRuntimeCreateToken()
  %3 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %4 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %5 = call i64 @llvm.coro.size.i64()
  %6 = call i64 @llvm.coro.align.i64()
  %7 = add i64 %5, %6
  %8 = sub i64 %7, 1
  %9 = sub i64 0, %6
  %10 = and i64 %8, %9
  %11 = call ptr @aligned_alloc(i64 %6, i64 %10)
  %12 = call ptr @llvm.coro.begin(token %4, ptr %11)
  %13 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeExecute(ptr %12, ptr @__resume)
  %14 = call i8 @llvm.coro.suspend(token %13, i1 false)
  %15 = sext i8 %14 to i32
  switch i32 %15, label %22 [
    i32 0, label %16
    i32 1, label %20
  ]

16:                                               ; preds = %1
  %17 = mul i64 %0, 3
  %18 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %3)
  store i64 %17, ptr %18, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %3)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  %19 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %19)
  br label %22

20:                                               ; preds = %1
  %21 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %21)
  br label %22

22:                                               ; preds = %16, %20, %1
  call void @llvm.coro.end(ptr %12, i1 false, token none)
  %23 = insertvalue { ptr, ptr } poison, ptr %2, 0
  %24 = insertvalue { ptr, ptr } %23, ptr %3, 1
  ret { ptr, ptr } %24
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn_0(i64 %0, i64 %1) #0 {
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
  switch i32 %16, label %23 [
    i32 0, label %17
    i32 1, label %21
  ]

17:                                               ; preds = %2
  %18 = add i64 %0, %1
  %19 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %4)
  store i64 %18, ptr %19, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %4)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  %20 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %20)
  br label %23

21:                                               ; preds = %2
  %22 = call ptr @llvm.coro.free(token %5, ptr %13)
  call void @free(ptr %22)
  br label %23

23:                                               ; preds = %17, %21, %2
  call void @llvm.coro.end(ptr %13, i1 false, token none)
  %24 = insertvalue { ptr, ptr } poison, ptr %3, 0
  %25 = insertvalue { ptr, ptr } %24, ptr %4, 1
  ret { ptr, ptr } %25
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn_1(i64 %0) #0 {
  %2 = call ptr @mlirAsyncRuntimeCreateToken()
  %3 = call ptr @mlirAsyncRuntimeCreateValue(i64 8)
  %4 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %5 = call i64 @llvm.coro.size.i64()
  %6 = call i64 @llvm.coro.align.i64()
  %7 = add i64 %5, %6
  %8 = sub i64 %7, 1
  %9 = sub i64 0, %6
  %10 = and i64 %8, %9
  %11 = call ptr @aligned_alloc(i64 %6, i64 %10)
  %12 = call ptr @llvm.coro.begin(token %4, ptr %11)
  %13 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeExecute(ptr %12, ptr @__resume)
  %14 = call i8 @llvm.coro.suspend(token %13, i1 false)
  %15 = sext i8 %14 to i32
  switch i32 %15, label %22 [
    i32 0, label %16
    i32 1, label %20
  ]

16:                                               ; preds = %1
  %17 = mul i64 %0, 2
  %18 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %3)
  store i64 %17, ptr %18, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %3)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  %19 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %19)
  br label %22

20:                                               ; preds = %1
  %21 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %21)
  br label %22

22:                                               ; preds = %16, %20, %1
  call void @llvm.coro.end(ptr %12, i1 false, token none)
  %23 = insertvalue { ptr, ptr } poison, ptr %2, 0
  %24 = insertvalue { ptr, ptr } %23, ptr %3, 1
  ret { ptr, ptr } %24
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
