; @close gets a variable of the coroutine, once in a search of the resume function and once in one of @use, into which that was inlined. It calls a
; function of another file (TestSummaryInParts).
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.Base.base = type <{ { ptr }, i32 }>

@_ZTIi = external constant ptr

declare void @llvm.lifetime.start.p0(ptr)

declare void @llvm.lifetime.end.p0(ptr)

declare i32 @__gxx_personality_v0(...)

define void @use(i32 %x) #2 personality ptr @__gxx_personality_v0 {
entry:
  %h = alloca { ptr }, align 8
  %ref.tmp = alloca { { ptr } }, align 8
  %call = invoke ptr @count(i32 0, i32 1, ptr null, ptr null)
          to label %invoke.cont unwind label %lpad

invoke.cont:
  %part1 = getelementptr inbounds nuw { { ptr } }, ptr %ref.tmp, i32 0, i32 0
  %part2 = getelementptr inbounds nuw { ptr }, ptr %part1, i32 0, i32 0
  store ptr %call, ptr %part2, align 8
  %h3 = getelementptr inbounds nuw { { ptr } }, ptr %ref.tmp, i32 0, i32 0
  call void @llvm.memcpy.p0.p0.i64(ptr %h, ptr %h3, i64 8, i1 false)
  invoke void @run(ptr %h)
          to label %cleanup.cont unwind label %lpad4

lpad:
  %0 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi
  br label %cleanup.cont

lpad4:
  %1 = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi
  br label %cleanup.cont

cleanup.cont:
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr @__cxa_begin_catch(ptr)

define void @run(ptr %this) #0 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %_M_fr_ptr = getelementptr inbounds nuw { ptr }, ptr %this1, i32 0, i32 0
  %0 = load ptr, ptr %_M_fr_ptr, align 8
  call void @llvm.coro.resume(ptr %0)
  ret void
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)

declare i1 @llvm.coro.alloc(token)

declare ptr @llvm.coro.begin(token, ptr)

declare token @llvm.coro.save(ptr)

declare i8 @llvm.coro.suspend(token, i1)

declare ptr @llvm.coro.promise(ptr, i32, i1)

define ptr @fromAddress(ptr %__a) {
entry:
  %retval = alloca { ptr }, align 8
  %__a.addr = alloca ptr, align 8
  store ptr %__a, ptr %__a.addr, align 8
  %0 = load ptr, ptr %__a.addr, align 8
  %_M_fr_ptr = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  store ptr %0, ptr %_M_fr_ptr, align 8
  %part = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  %1 = load ptr, ptr %part, align 8
  ret ptr %1
}

declare void @llvm.coro.resume(ptr)

declare void @callee(ptr)

define ptr @object(ptr %this) {
entry:
  %retval = alloca { { ptr } }, align 8
  %this.addr = alloca ptr, align 8
  %ref.tmp = alloca { ptr }, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %h = getelementptr inbounds nuw { { ptr } }, ptr %retval, i32 0, i32 0
  %call = call ptr @fromPromise(ptr %this1)
  %part = getelementptr inbounds nuw { ptr }, ptr %ref.tmp, i32 0, i32 0
  store ptr %call, ptr %part, align 8
  %call2 = call ptr @convert(ptr %ref.tmp)
  %part3 = getelementptr inbounds nuw { ptr }, ptr %h, i32 0, i32 0
  store ptr %call2, ptr %part3, align 8
  %part4 = getelementptr inbounds nuw { { ptr } }, ptr %retval, i32 0, i32 0
  %part5 = getelementptr inbounds nuw { ptr }, ptr %part4, i32 0, i32 0
  %0 = load ptr, ptr %part5, align 8
  ret ptr %0
}

define ptr @convert(ptr %this) {
entry:
  %retval = alloca { ptr }, align 8
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %call = call ptr @address(ptr %this1)
  %call2 = call ptr @fromAddress(ptr %call)
  %part = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  store ptr %call2, ptr %part, align 8
  %part3 = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  %0 = load ptr, ptr %part3, align 8
  ret ptr %0
}

define ptr @fromPromise(ptr %__p) {
entry:
  %retval = alloca { ptr }, align 8
  %__p.addr = alloca ptr, align 8
  store ptr %__p, ptr %__p.addr, align 8
  %0 = load ptr, ptr %__p.addr, align 8
  %1 = call ptr @llvm.coro.promise(ptr %0, i32 8, i1 true)
  %_M_fr_ptr = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  store ptr %1, ptr %_M_fr_ptr, align 8
  %part = getelementptr inbounds nuw { ptr }, ptr %retval, i32 0, i32 0
  %2 = load ptr, ptr %part, align 8
  ret ptr %2
}

define ptr @address(ptr %this) {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %_M_fr_ptr = getelementptr inbounds nuw { ptr }, ptr %this1, i32 0, i32 0
  %0 = load ptr, ptr %_M_fr_ptr, align 8
  ret ptr %0
}

define void @close(ptr %this) {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8
  %buf = getelementptr inbounds nuw { [8 x i8], i8, [7 x i8] }, ptr %this1, i32 0, i32 0
  %arraydecay = getelementptr inbounds [8 x i8], ptr %buf, i64 0, i64 0
  call void @callee(ptr %arraydecay)
  ret void
}

declare ptr @take(ptr)

define ptr @count(i32 %x, i32 %d, ptr %r0.coerce, ptr %r1) #1 personality ptr @__gxx_personality_v0 {
entry:
  %retval = alloca { { ptr } }, align 8
  %__promise = alloca [16 x i8], align 8
  %x1 = alloca { [8 x i8], i8, [7 x i8] }, align 8
  %0 = call token @llvm.coro.id(i32 16, ptr %__promise, ptr null, ptr null)
  %1 = call i1 @llvm.coro.alloc(token %0)
  %2 = call ptr @llvm.coro.begin(token %0, ptr null)
  %call5 = invoke ptr @object(ptr %__promise)
          to label %invoke.cont unwind label %lpad

invoke.cont:
  %part6 = getelementptr inbounds nuw { { ptr } }, ptr %retval, i32 0, i32 0
  %part7 = getelementptr inbounds nuw { ptr }, ptr %part6, i32 0, i32 0
  store ptr %call5, ptr %part7, align 8
  %3 = call token @llvm.coro.save(ptr null)
  %4 = call i8 @llvm.coro.suspend(token %3, i1 false)
  switch i8 %4, label %coro.ret [
    i8 0, label %invoke.cont12
    i8 1, label %invoke.cont12
  ]

lpad:
  %5 = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } zeroinitializer

invoke.cont12:
  call void @llvm.lifetime.start.p0(ptr %x1)
  %call18 = invoke ptr @take(ptr %x1)
          to label %unreachable unwind label %lpad16

lpad16:
  %6 = landingpad { ptr, i32 }
          catch ptr null
  call void @close(ptr %x1)
  call void @llvm.lifetime.end.p0(ptr %x1)
  %7 = call ptr @__cxa_begin_catch(ptr null)
  unreachable

coro.ret:
  %part80 = getelementptr inbounds nuw { { ptr } }, ptr %retval, i32 0, i32 0
  %part81 = getelementptr inbounds nuw { ptr }, ptr %part80, i32 0, i32 0
  %8 = load ptr, ptr %part81, align 8
  ret ptr %8

unreachable:
  unreachable
}

attributes #2 = { noinline sanitize_address }
attributes #0 = { sanitize_address }
attributes #1 = { presplitcoroutine sanitize_address }
