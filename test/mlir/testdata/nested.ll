; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

define void @entry() {
  %1 = call { ptr, ptr } @async_execute_fn_1()
  %2 = extractvalue { ptr, ptr } %1, 0
  %3 = extractvalue { ptr, ptr } %1, 1
  call void @mlirAsyncRuntimeDropRef(ptr %2, i64 1)
  call void @mlirAsyncRuntimeAwaitValue(ptr %3)
  %4 = call i1 @mlirAsyncRuntimeIsValueError(ptr %3)
  %5 = xor i1 %4, true
  br i1 %5, label %6, label %9

6:                                                ; preds = %0
  %7 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %3)
  %8 = load i64, ptr %7, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @print(i64 %8)
  ret void

9:                                                ; preds = %0
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
  call void @print(i64 1)
  %16 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 10, ptr %16, align 4
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
define { ptr, ptr } @async_execute_fn_0() #0 {
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
  switch i32 %14, label %34 [
    i32 0, label %15
    i32 1, label %32
  ]

15:                                               ; preds = %0
  %16 = call { ptr, ptr } @async_execute_fn()
  %17 = extractvalue { ptr, ptr } %16, 0
  %18 = extractvalue { ptr, ptr } %16, 1
  call void @mlirAsyncRuntimeDropRef(ptr %17, i64 1)
  %19 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %18, ptr %11, ptr @__resume)
  %20 = call i8 @llvm.coro.suspend(token %19, i1 false)
  %21 = sext i8 %20 to i32
  switch i32 %21, label %34 [
    i32 0, label %22
    i32 1, label %32
  ]

22:                                               ; preds = %15
  %23 = call i1 @mlirAsyncRuntimeIsValueError(ptr %18)
  br i1 %23, label %29, label %24

24:                                               ; preds = %22
  %25 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %18)
  %26 = load i64, ptr %25, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  %27 = mul i64 %26, 11
  call void @print(i64 %27)
  %28 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 %27, ptr %28, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %2)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  br label %30

29:                                               ; preds = %22
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  call void @mlirAsyncRuntimeSetTokenError(ptr %1)
  call void @mlirAsyncRuntimeSetValueError(ptr %2)
  br label %30

30:                                               ; preds = %29, %24
  %31 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %31)
  br label %34

32:                                               ; preds = %15, %0
  %33 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %33)
  br label %34

34:                                               ; preds = %30, %32, %15, %0
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  %35 = insertvalue { ptr, ptr } poison, ptr %1, 0
  %36 = insertvalue { ptr, ptr } %35, ptr %2, 1
  ret { ptr, ptr } %36
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn_1() #0 {
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
  switch i32 %14, label %34 [
    i32 0, label %15
    i32 1, label %32
  ]

15:                                               ; preds = %0
  %16 = call { ptr, ptr } @async_execute_fn_0()
  %17 = extractvalue { ptr, ptr } %16, 0
  %18 = extractvalue { ptr, ptr } %16, 1
  call void @mlirAsyncRuntimeDropRef(ptr %17, i64 1)
  %19 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %18, ptr %11, ptr @__resume)
  %20 = call i8 @llvm.coro.suspend(token %19, i1 false)
  %21 = sext i8 %20 to i32
  switch i32 %21, label %34 [
    i32 0, label %22
    i32 1, label %32
  ]

22:                                               ; preds = %15
  %23 = call i1 @mlirAsyncRuntimeIsValueError(ptr %18)
  br i1 %23, label %29, label %24

24:                                               ; preds = %22
  %25 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %18)
  %26 = load i64, ptr %25, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  %27 = add i64 %26, 11
  %28 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 %27, ptr %28, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %2)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  br label %30

29:                                               ; preds = %22
  call void @mlirAsyncRuntimeDropRef(ptr %18, i64 1)
  call void @mlirAsyncRuntimeSetTokenError(ptr %1)
  call void @mlirAsyncRuntimeSetValueError(ptr %2)
  br label %30

30:                                               ; preds = %29, %24
  %31 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %31)
  br label %34

32:                                               ; preds = %15, %0
  %33 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %33)
  br label %34

34:                                               ; preds = %30, %32, %15, %0
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  %35 = insertvalue { ptr, ptr } poison, ptr %1, 0
  %36 = insertvalue { ptr, ptr } %35, ptr %2, 1
  ret { ptr, ptr } %36
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
