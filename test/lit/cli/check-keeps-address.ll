; What a call keeps of an address has one answer: the checker reports exactly what splitting refuses. llvm.prefetch does not keep its
; operand, so @passes' object of unknown size stays on the stack; a masked store keeps what it stores, but not where.
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s -passes='coro-early,cgscc(coro-split)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPLIT
; CHECK: check-keeps-address.ll:[[#@LINE+31]]:{{.*}} warning: this object of variable size lives across a suspend: default<O2> allocates it with @malloc, but LLVM refuses it [dynamic-alloca]
; CHECK: 0 errors, 1 warning
; SPLIT: check-keeps-address.ll:[[#@LINE+29]]:{{.*}} error: Coroutines cannot handle non static allocas yet

define ptr @passes(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %buf = alloca i8, i32 %n
  call void @llvm.prefetch.p0(ptr %buf, i32 0, i32 3, i32 1)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> zeroinitializer, ptr %buf, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
  br label %exit
exit:
  call void @llvm.coro.end(ptr null, i1 false, token none)
  ret ptr %hdl
}

define ptr @keeps(i32 %n, ptr %table) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %buf = alloca i8, i32 %n
  %v = insertelement <4 x ptr> zeroinitializer, ptr %buf, i32 0
  call void @llvm.masked.store.v4p0.p0(<4 x ptr> %v, ptr %table, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %exit [ i8 0, label %cleanup
                              i8 1, label %cleanup ]
cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %frame)
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
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.masked.store.v4i8.p0(<4 x i8>, ptr, <4 x i1>)
declare void @llvm.masked.store.v4p0.p0(<4 x ptr>, ptr, <4 x i1>)
declare ptr @malloc(i64)
declare void @free(ptr)
