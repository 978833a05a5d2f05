; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

declare i1 @truth(i64)

define void @entry() {
  %1 = call { ptr, ptr } @async_execute_fn()
  %2 = extractvalue { ptr, ptr } %1, 0
  %3 = extractvalue { ptr, ptr } %1, 1
  %4 = call { ptr, ptr } @async_execute_fn_0(ptr %3)
  %5 = extractvalue { ptr, ptr } %4, 0
  %6 = extractvalue { ptr, ptr } %4, 1
  call void @mlirAsyncRuntimeAddRef(ptr %5, i64 1)
  %7 = call ptr @async_execute_fn_1(ptr %5, ptr %6)
  call void @mlirAsyncRuntimeAwaitToken(ptr %2)
  call void @mlirAsyncRuntimeAwaitToken(ptr %7)
  %8 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %2)
  call void @mlirAsyncRuntimeDropRef(ptr %2, i64 1)
  %9 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %5)
  call void @mlirAsyncRuntimeDropRef(ptr %5, i64 1)
  %10 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %7)
  call void @mlirAsyncRuntimeDropRef(ptr %7, i64 1)
  %11 = zext i1 %8 to i64
  %12 = zext i1 %9 to i64
  %13 = zext i1 %10 to i64
  call void @print(i64 %11)
  call void @print(i64 %12)
  call void @print(i64 %13)
  ret void
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
  switch i32 %14, label %24 [
    i32 0, label %15
    i32 1, label %22
  ]

15:                                               ; preds = %0
  %16 = call i1 @truth(i64 1)
  br i1 %16, label %17, label %19

17:                                               ; preds = %15
  %18 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %2)
  store i64 1, ptr %18, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %2)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  br label %20

19:                                               ; preds = %15
  call void @mlirAsyncRuntimeSetTokenError(ptr %1)
  call void @mlirAsyncRuntimeSetValueError(ptr %2)
  br label %20

20:                                               ; preds = %17, %19
  %21 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %21)
  br label %24

22:                                               ; preds = %0
  %23 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %23)
  br label %24

24:                                               ; preds = %20, %22, %0
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  %25 = insertvalue { ptr, ptr } poison, ptr %1, 0
  %26 = insertvalue { ptr, ptr } %25, ptr %2, 1
  ret { ptr, ptr } %26
}

; Function Attrs: presplitcoroutine
define { ptr, ptr } @async_execute_fn_0(ptr %0) #0 {
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
  switch i32 %15, label %34 [
    i32 0, label %16
    i32 1, label %32
  ]

16:                                               ; preds = %1
  %17 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %0, ptr %12, ptr @__resume)
  %18 = call i8 @llvm.coro.suspend(token %17, i1 false)
  %19 = sext i8 %18 to i32
  switch i32 %19, label %34 [
    i32 0, label %20
    i32 1, label %32
  ]

20:                                               ; preds = %16
  %21 = call i1 @mlirAsyncRuntimeIsValueError(ptr %0)
  br i1 %21, label %28, label %22

22:                                               ; preds = %20
  %23 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %0)
  %24 = load i64, ptr %23, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  %25 = call i1 @truth(i64 0)
  br i1 %25, label %26, label %29

26:                                               ; preds = %22
  call void @print(i64 %24)
  %27 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %3)
  store i64 %24, ptr %27, align 4
  call void @mlirAsyncRuntimeEmplaceValue(ptr %3)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  br label %30

28:                                               ; preds = %20
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %2, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br label %29

29:                                               ; preds = %28, %22
  call void @mlirAsyncRuntimeSetTokenError(ptr %2)
  call void @mlirAsyncRuntimeSetValueError(ptr %3)
  br label %30

30:                                               ; preds = %29, %26
  %31 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %31)
  br label %34

32:                                               ; preds = %16, %1
  %33 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %33)
  br label %34

34:                                               ; preds = %30, %32, %16, %1
  call void @llvm.coro.end(ptr %12, i1 false, token none)
  %35 = insertvalue { ptr, ptr } poison, ptr %2, 0
  %36 = insertvalue { ptr, ptr } %35, ptr %3, 1
  ret { ptr, ptr } %36
}

; Function Attrs: presplitcoroutine
define ptr @async_execute_fn_1(ptr %0, ptr %1) #0 {
  %3 = call ptr @mlirAsyncRuntimeCreateToken()
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
  switch i32 %15, label %38 [
    i32 0, label %16
    i32 1, label %36
  ]

16:                                               ; preds = %2
  %17 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %0, ptr %12, ptr @__resume)
  %18 = call i8 @llvm.coro.suspend(token %17, i1 false)
  %19 = sext i8 %18 to i32
  switch i32 %19, label %38 [
    i32 0, label %20
    i32 1, label %36
  ]

20:                                               ; preds = %16
  %21 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %0)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br i1 %21, label %32, label %22

22:                                               ; preds = %20
  %23 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeAwaitValueAndExecute(ptr %1, ptr %12, ptr @__resume)
  %24 = call i8 @llvm.coro.suspend(token %23, i1 false)
  %25 = sext i8 %24 to i32
  switch i32 %25, label %38 [
    i32 0, label %26
    i32 1, label %36
  ]

26:                                               ; preds = %22
  %27 = call i1 @mlirAsyncRuntimeIsValueError(ptr %1)
  br i1 %27, label %31, label %28

28:                                               ; preds = %26
  %29 = call ptr @mlirAsyncRuntimeGetValueStorage(ptr %1)
  %30 = load i64, ptr %29, align 4
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  call void @print(i64 %30)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  br label %34

31:                                               ; preds = %26
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %33

32:                                               ; preds = %20
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %33

33:                                               ; preds = %32, %31
  call void @mlirAsyncRuntimeSetTokenError(ptr %3)
  br label %34

34:                                               ; preds = %33, %28
  %35 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %35)
  br label %38

36:                                               ; preds = %22, %16, %2
  %37 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %37)
  br label %38

38:                                               ; preds = %34, %36, %22, %16, %2
  call void @llvm.coro.end(ptr %12, i1 false, token none)
  ret ptr %3
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
