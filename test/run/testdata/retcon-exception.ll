; An exception that leaves a continuation gives the frame back on its way; one that is caught inside does not end the coroutine.
; NATIVE: lli's code cannot be unwound
; PRINTS: 1 2 77 3 0 88 0
define {ptr, i32} @gen(ptr %buf, i32 %a, i32 %b, i32 %c) presplitcoroutine personality ptr @__gxx_personality_v0 {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %j, %more ], [ %j2, %pad ]
  %stop = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %i)
  br i1 %stop, label %done, label %try
try:
  %fails = icmp eq i32 %i, %a
  %dies = icmp eq i32 %i, %b
  %s = select i1 %dies, i32 2, i32 0
  br i1 %fails, label %tryhard, label %tryon
tryhard:
  %j0 = invoke i32 @step(i32 %i, i32 1) to label %more unwind label %pad
tryon:
  %j1 = invoke i32 @step(i32 %i, i32 %s) to label %more unwind label %leave
more:
  %j = phi i32 [ %j0, %tryhard ], [ %j1, %tryon ]
  %over = icmp sgt i32 %j, %c
  br i1 %over, label %done, label %loop
pad:
  %lp = landingpad {ptr, i32} catch ptr null
  %obj = extractvalue {ptr, i32} %lp, 0
  %x = call ptr @__cxa_begin_catch(ptr %obj)
  %code = load i32, ptr %x
  call void @show(i32 %code)
  call void @__cxa_end_catch()
  %j2 = add i32 %i, 1
  br label %loop
leave:
  %lp2 = landingpad {ptr, i32} cleanup
  call void @llvm.coro.end(ptr %h, i1 true, token none)
  resume {ptr, i32} %lp2
done:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare {ptr, i32} @proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
define i32 @step(i32 %i, i32 %what) {
  %j = add i32 %i, 1
  %ok = icmp eq i32 %what, 0
  br i1 %ok, label %good, label %bad
good:
  ret i32 %j
bad:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  %n = mul i32 %what, 11
  %m = add i32 %n, 66
  store i32 %m, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}
define i32 @run(i32 %a, i32 %b, i32 %c) personality ptr @__gxx_personality_v0 {
entry:
  %buf = alloca [8 x i8], align 8
  %r0 = call {ptr, i32} @gen(ptr %buf, i32 %a, i32 %b, i32 %c)
  br label %loop
loop:
  %r = phi {ptr, i32} [ %r0, %entry ], [ %r1, %next ]
  %k = extractvalue {ptr, i32} %r, 0
  %end = icmp eq ptr %k, null
  br i1 %end, label %out, label %value
value:
  %v = extractvalue {ptr, i32} %r, 1
  call void @show(i32 %v)
  %r1 = invoke {ptr, i32} %k(ptr %buf, i1 zeroext false) to label %next unwind label %pad
next:
  br label %loop
pad:
  %lp = landingpad {ptr, i32} catch ptr null
  %obj = extractvalue {ptr, i32} %lp, 0
  %x = call ptr @__cxa_begin_catch(ptr %obj)
  %code = load i32, ptr %x
  call void @show(i32 %code)
  call void @__cxa_end_catch()
  br label %out
out:
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  ret i32 0
}
define i32 @main() {
  %x = call i32 @run(i32 2, i32 9, i32 3)
  %y = call i32 @run2()
  ret i32 0
}
define i32 @run2() {
  store i32 0, ptr @blocks
  %x = call i32 @run3(i32 9, i32 1, i32 3)
  ret i32 %x
}
define i32 @run3(i32 %a, i32 %b, i32 %c) personality ptr @__gxx_personality_v0 {
entry:
  %buf = alloca [8 x i8], align 8
  %r0 = call {ptr, i32} @gen(ptr %buf, i32 %a, i32 %b, i32 %c)
  %k = extractvalue {ptr, i32} %r0, 0
  %r1 = invoke {ptr, i32} %k(ptr %buf, i1 zeroext false) to label %out unwind label %pad
pad:
  %lp = landingpad {ptr, i32} catch ptr null
  %obj = extractvalue {ptr, i32} %lp, 0
  %x = call ptr @__cxa_begin_catch(ptr %obj)
  %code = load i32, ptr %x
  call void @show(i32 %code)
  call void @__cxa_end_catch()
  br label %out
out:
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  ret i32 0
}
@_ZTIi = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare void @free(ptr)
@blocks = global i32 0
@number = constant [4 x i8] c"%d \00"
define ptr @take(i64 %n) {
  %c = load i32, ptr @blocks
  %d = add i32 %c, 1
  store i32 %d, ptr @blocks
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define void @give(ptr %p) {
  %c = load i32, ptr @blocks
  %d = sub i32 %c, 1
  store i32 %d, ptr @blocks
  call void @free(ptr %p)
  ret void
}
define void @show(i32 %v) {
  call i32 (ptr, ...) @printf(ptr @number, i32 %v)
  ret void
}
