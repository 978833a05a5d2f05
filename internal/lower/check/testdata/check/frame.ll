; What lives in the frame and what does not: the rules about values stay silent where nothing crosses a suspend.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"

%cell = type { i32, i32 }

; Nothing here is on both sides of a suspend.
define ptr @apart(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %dyn = alloca i8, i32 %n, align 64
  store i8 1, ptr %dyn, align 1
  %t0 = call token @llvm.coro.alloca.alloc.i64(i64 8, i32 8)
  %p0 = call ptr @llvm.coro.alloca.get(token %t0)
  call void @llvm.coro.alloca.free(token %t0)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  %dyn2 = alloca i8, i32 %n, align 64
  store i8 1, ptr %dyn2, align 1
  br label %cleanup
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  %tail = load i8, ptr %dyn, align 1
  ret ptr %hdl
}

; An object with lifetime markers on one side of the suspend is not in the frame, escaped or not; without an end it is.
define ptr @marked(i32 %n) presplitcoroutine {
entry:
  %a = alloca i8, i32 %n, align 1
  %b = alloca i8, i32 %n, align 1 ; WANT: dynamic-alloca
  %c = alloca i8, i32 %n, align 1 ; WANT: dynamic-alloca
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @use(ptr %b)
  call void @llvm.lifetime.start.p0(ptr %c)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %resume
                              i8 1, label %cleanup ]
resume:
  call void @llvm.lifetime.end.p0(ptr %b)
  br label %cleanup
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; Round a loop: what one turn stores is on both sides, the token is made anew in each turn. An address that is only used behind a suspend would
; be computed there again.
define ptr @loop(i32 %n) presplitcoroutine {
entry:
  %cells = alloca [4 x %cell], align 4
  %one = getelementptr [4 x %cell], ptr %cells, i32 0, i32 1, i32 1
  %any = getelementptr [4 x %cell], ptr %cells, i32 0, i32 %n, i32 1 ; WANT: alias-before-begin
  %turn = alloca i32, i32 %n, align 64 ; WANT: dynamic-alloca ; WANT: over-aligned "aligned to only 16"
  %many = alloca i32, i32 8, align 4 ; WANT: array-copy
  %apart = alloca i32, i32 8, align 4
  store i32 0, ptr %many, align 4
  store i32 0, ptr %apart, align 4
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %out = call token @llvm.coro.alloca.alloc.i64(i64 8, i32 8)
  store i32 0, ptr %turn, align 4
  store i32 6, ptr %any, align 4
  br label %head
head:
  %v = load i32, ptr %turn, align 4
  store i32 1, ptr %turn, align 4
  %in = call token @llvm.coro.alloca.alloc.i64(i64 8, i32 8)
  call void @llvm.coro.alloca.free(token %in)
  call void @llvm.coro.alloca.free(token %out) ; WANT: token-across-suspend
  call void @use(ptr %one)
  store i32 7, ptr %any, align 4
  %w = load i32, ptr %many, align 4
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %head
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %fr)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

; The frame is used behind the call that frees it; on the path that does not free it is fine.
define ptr @freed(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %fr = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %have = icmp ne ptr %fr, null
  br i1 %have, label %drop, label %after
drop:
  call void @free(ptr %fr)
  %d = call i1 @llvm.coro.done(ptr %hdl) ; WANT: resume-running ; WANT: use-after-free
  br label %later
later:
  store i32 1, ptr %promise, align 4
  br label %after
after:
  store i32 2, ptr %promise, align 4
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i1 @llvm.coro.done(ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr)
