; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @print(i64)

define void @entry() {
  %1 = call ptr @async_execute_fn()
  call void @mlirAsyncRuntimeAddRef(ptr %1, i64 1)
  %2 = call ptr @async_execute_fn_0(ptr %1)
  %3 = call ptr @async_execute_fn_1(ptr %1, ptr %2)
  call void @mlirAsyncRuntimeAwaitToken(ptr %3)
  %4 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %3)
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  %5 = xor i1 %4, true
  br i1 %5, label %6, label %7

6:                                                ; preds = %0
  ret void

7:                                                ; preds = %0
  call void @puts(ptr @assert_msg)
  call void @abort()
  unreachable
}

; Function Attrs: presplitcoroutine
define ptr @async_execute_fn() #0 {
  %1 = call ptr @mlirAsyncRuntimeCreateToken()
  %2 = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %3 = call i64 @llvm.coro.size.i64()
  %4 = call i64 @llvm.coro.align.i64()
  %5 = add i64 %3, %4
  %6 = sub i64 %5, 1
  %7 = sub i64 0, %4
  %8 = and i64 %6, %7
  %9 = call ptr @aligned_alloc(i64 %4, i64 %8)
  %10 = call ptr @llvm.coro.begin(token %2, ptr %9)
  %11 = call token @llvm.coro.save(ptr %10)
  call void @mlirAsyncRuntimeExecute(ptr %10, ptr @__resume)
  %12 = call i8 @llvm.coro.suspend(token %11, i1 false)
  %13 = sext i8 %12 to i32
  switch i32 %13, label %18 [
    i32 0, label %14
    i32 1, label %16
  ]

14:                                               ; preds = %0
  call void @print(i64 1)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  %15 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %15)
  br label %18

16:                                               ; preds = %0
  %17 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %17)
  br label %18

18:                                               ; preds = %14, %16, %0
  call void @llvm.coro.end(ptr %10, i1 false, token none)
  ret ptr %1
}

; Function Attrs: presplitcoroutine
define ptr @async_execute_fn_0(ptr %0) #0 {
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
  %12 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeExecute(ptr %11, ptr @__resume)
  %13 = call i8 @llvm.coro.suspend(token %12, i1 false)
  %14 = sext i8 %13 to i32
  switch i32 %14, label %27 [
    i32 0, label %15
    i32 1, label %25
  ]

15:                                               ; preds = %1
  %16 = call token @llvm.coro.save(ptr %11)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %0, ptr %11, ptr @__resume)
  %17 = call i8 @llvm.coro.suspend(token %16, i1 false)
  %18 = sext i8 %17 to i32
  switch i32 %18, label %27 [
    i32 0, label %19
    i32 1, label %25
  ]

19:                                               ; preds = %15
  %20 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %0)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br i1 %20, label %22, label %21

21:                                               ; preds = %19
  call void @print(i64 2)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  br label %23

22:                                               ; preds = %19
  call void @mlirAsyncRuntimeSetTokenError(ptr %2)
  br label %23

23:                                               ; preds = %22, %21
  %24 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %24)
  br label %27

25:                                               ; preds = %15, %1
  %26 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %26)
  br label %27

27:                                               ; preds = %23, %25, %15, %1
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  ret ptr %2
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
  switch i32 %15, label %35 [
    i32 0, label %16
    i32 1, label %33
  ]

16:                                               ; preds = %2
  %17 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %0, ptr %12, ptr @__resume)
  %18 = call i8 @llvm.coro.suspend(token %17, i1 false)
  %19 = sext i8 %18 to i32
  switch i32 %19, label %35 [
    i32 0, label %20
    i32 1, label %33
  ]

20:                                               ; preds = %16
  %21 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %0)
  call void @mlirAsyncRuntimeDropRef(ptr %0, i64 1)
  br i1 %21, label %29, label %22

22:                                               ; preds = %20
  %23 = call token @llvm.coro.save(ptr %12)
  call void @mlirAsyncRuntimeAwaitTokenAndExecute(ptr %1, ptr %12, ptr @__resume)
  %24 = call i8 @llvm.coro.suspend(token %23, i1 false)
  %25 = sext i8 %24 to i32
  switch i32 %25, label %35 [
    i32 0, label %26
    i32 1, label %33
  ]

26:                                               ; preds = %22
  %27 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br i1 %27, label %30, label %28

28:                                               ; preds = %26
  call void @print(i64 3)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %3)
  br label %31

29:                                               ; preds = %20
  call void @mlirAsyncRuntimeDropRef(ptr %3, i64 1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  br label %30

30:                                               ; preds = %29, %26
  call void @mlirAsyncRuntimeSetTokenError(ptr %3)
  br label %31

31:                                               ; preds = %30, %28
  %32 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %32)
  br label %35

33:                                               ; preds = %22, %16, %2
  %34 = call ptr @llvm.coro.free(token %4, ptr %12)
  call void @free(ptr %34)
  br label %35

35:                                               ; preds = %31, %33, %22, %16, %2
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
