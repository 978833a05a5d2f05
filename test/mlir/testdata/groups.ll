; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

@assert_msg_0 = private constant [40 x i8] c"Awaited async operand is in error state\00"
@assert_msg = private constant [40 x i8] c"Awaited async operand is in error state\00"

declare void @abort()

declare void @puts(ptr)

declare void @free(ptr)

declare ptr @aligned_alloc(i64, i64)

declare void @add(i64)

declare i64 @total()

declare void @print(i64)

define void @entry() {
  %1 = call ptr @mlirAsyncRuntimeCreateGroup(i64 8)
  br label %2

2:                                                ; preds = %5, %0
  %3 = phi i64 [ %8, %5 ], [ 0, %0 ]
  %4 = icmp slt i64 %3, 8
  br i1 %4, label %5, label %9

5:                                                ; preds = %2
  %6 = call ptr @async_execute_fn(i64 %3)
  %7 = call i64 @mlirAsyncRuntimeAddTokenToGroup(ptr %6, ptr %1)
  call void @mlirAsyncRuntimeDropRef(ptr %6, i64 1)
  %8 = add i64 %3, 1
  br label %2

9:                                                ; preds = %2
  call void @mlirAsyncRuntimeAwaitAllInGroup(ptr %1)
  %10 = call i1 @mlirAsyncRuntimeIsGroupError(ptr %1)
  call void @mlirAsyncRuntimeDropRef(ptr %1, i64 1)
  %11 = xor i1 %10, true
  br i1 %11, label %12, label %18

12:                                               ; preds = %9
  %13 = call i64 @total()
  call void @print(i64 %13)
  %14 = call ptr @inner()
  call void @mlirAsyncRuntimeAwaitToken(ptr %14)
  %15 = call i1 @mlirAsyncRuntimeIsTokenError(ptr %14)
  call void @mlirAsyncRuntimeDropRef(ptr %14, i64 1)
  %16 = xor i1 %15, true
  br i1 %16, label %17, label %19

17:                                               ; preds = %12
  ret void

18:                                               ; preds = %9
  call void @puts(ptr @assert_msg)
  call void @abort()
  unreachable

19:                                               ; preds = %12
  call void @puts(ptr @assert_msg_0)
  call void @abort()
  unreachable
}

; Function Attrs: presplitcoroutine
define ptr @inner() #0 {
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
  %11 = call ptr @mlirAsyncRuntimeCreateGroup(i64 4)
  br label %12

12:                                               ; preds = %15, %0
  %13 = phi i64 [ %18, %15 ], [ 0, %0 ]
  %14 = icmp slt i64 %13, 4
  br i1 %14, label %15, label %19

15:                                               ; preds = %12
  %16 = call ptr @async_execute_fn_0()
  %17 = call i64 @mlirAsyncRuntimeAddTokenToGroup(ptr %16, ptr %11)
  call void @mlirAsyncRuntimeDropRef(ptr %16, i64 1)
  %18 = add i64 %13, 1
  br label %12

19:                                               ; preds = %12
  %20 = call token @llvm.coro.save(ptr %10)
  call void @mlirAsyncRuntimeAwaitAllInGroupAndExecute(ptr %11, ptr %10, ptr @__resume)
  %21 = call i8 @llvm.coro.suspend(token %20, i1 false)
  %22 = sext i8 %21 to i32
  switch i32 %22, label %32 [
    i32 0, label %23
    i32 1, label %30
  ]

23:                                               ; preds = %19
  %24 = call i1 @mlirAsyncRuntimeIsGroupError(ptr %11)
  call void @mlirAsyncRuntimeDropRef(ptr %11, i64 1)
  br i1 %24, label %27, label %25

25:                                               ; preds = %23
  %26 = call i64 @total()
  call void @print(i64 %26)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %1)
  br label %28

27:                                               ; preds = %23
  call void @mlirAsyncRuntimeSetTokenError(ptr %1)
  br label %28

28:                                               ; preds = %27, %25
  %29 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %29)
  br label %32

30:                                               ; preds = %19
  %31 = call ptr @llvm.coro.free(token %2, ptr %10)
  call void @free(ptr %31)
  br label %32

32:                                               ; preds = %28, %30, %19
  call void @llvm.coro.end(ptr %10, i1 false, token none)
  ret ptr %1
}

; Function Attrs: presplitcoroutine
define ptr @async_execute_fn(i64 %0) #0 {
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
  switch i32 %14, label %19 [
    i32 0, label %15
    i32 1, label %17
  ]

15:                                               ; preds = %1
  call void @add(i64 %0)
  call void @mlirAsyncRuntimeEmplaceToken(ptr %2)
  %16 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %16)
  br label %19

17:                                               ; preds = %1
  %18 = call ptr @llvm.coro.free(token %3, ptr %11)
  call void @free(ptr %18)
  br label %19

19:                                               ; preds = %15, %17, %1
  call void @llvm.coro.end(ptr %11, i1 false, token none)
  ret ptr %2
}

; Function Attrs: presplitcoroutine
define ptr @async_execute_fn_0() #0 {
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
  call void @add(i64 1)
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
