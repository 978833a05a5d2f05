; In code that never runs a value may be made of itself: the passes end, and leave valid IR.
; RUN: corolower %s -verify-each -O2 -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -verify-each -O0 -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -verify-each -passes='inline,function(sroa,early-cse,simplifycfg,dce)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -verify-each -passes='function(dce,instsimplify,mem2reg,early-cse)' -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes=inline -S | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK:         freeze i32 %h

define ptr @count_up(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin

allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %place = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %place)
  br label %loop

loop:
  %i = phi i32 [ %n, %begin ], [ %next, %resumed ]
  call void @print(i32 %i)
  %action = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %action, label %suspend [
    i8 0, label %resumed
    i8 1, label %cleanup
  ]

resumed:
  %next = add nsw i32 %i, 1
  br label %loop

cleanup:
  %frame = call ptr @llvm.coro.free(token %id, ptr %handle)
  %any = icmp ne ptr %frame, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %frame)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @first_three() {
entry:
  %counter = call ptr @count_up(i32 4)
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.destroy(ptr %counter)
  ret void
}

define void @first_positive(i32 %from) {
entry:
  %counter = call ptr @count_up(i32 %from)
  %positive = icmp sgt i32 %from, 0
  br i1 %positive, label %enough, label %more

more:
  call void @llvm.coro.resume(ptr %counter)
  call void @llvm.coro.destroy(ptr %counter)
  ret void

enough:
  ret void
}

declare void @print(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)

define i32 @tiny(i32 %x) {
  ret i32 %x
}
define i32 @id(i32 %x) {
  ret i32 %x
}
define ptr @idp(ptr %x) {
  ret ptr %x
}
define {i32, i32} @ids({i32, i32} %x) {
  ret {i32, i32} %x
}
define i1 @idb(i1 %x) {
  %r = xor i1 %x, false
  ret i1 %r
}
define i32 @two(i32 %x, i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 %x
b:
  ret i32 %x
}
define i32 @never(i32 %x) {
  unreachable
}
declare i32 @__gxx_personality_v0(...)
define void @f(ptr %out, i1 %p) personality ptr @__gxx_personality_v0 {
entry:
  %home = alloca i32
  %cr = call ptr @count_up(i32 1)
  call void @llvm.coro.resume(ptr %cr)
  call void @llvm.coro.destroy(ptr %cr)
  %home2 = alloca {i32, i32}
  br i1 %p, label %live, label %end
live:
  store i32 1, ptr %home
  br label %end
dead:
  %a = add i32 %a, 0
  %b = xor i32 %b, %b
  %c = sub i32 %c, 0
  %d = select i1 %e, i32 %d, i32 %d
  %e = icmp eq i32 %z, 0
  %z = zext i1 %e to i32
  %g = getelementptr i8, ptr %g, i64 0
  %g1 = getelementptr i8, ptr %g2, i64 1
  %g2 = getelementptr i8, ptr %g1, i64 -1
  %h = freeze i32 %h
  %i = insertvalue {i32, i32} %i, i32 %j, 0
  %j = extractvalue {i32, i32} %i, 0
  %i2 = insertvalue {i32, i32} %i2, i32 %j2, 1
  %j2 = extractvalue {i32, i32} %i2, 0
  %k = load ptr, ptr %k
  store ptr %k, ptr %k
  %l = call i32 @id(i32 %l)
  %m = call i32 @id(i32 %n)
  %n = call i32 @id(i32 %m)
  %o = call ptr @idp(ptr %o)
  %q = call {i32, i32} @ids({i32, i32} %q)
  %r = call i1 @idb(i1 %r)
  %s = call i32 @two(i32 %s, i1 %r)
  %t = call i32 @never(i32 %t)
  %u = trunc i64 %v to i32
  %v = zext i32 %u to i64
  %w = insertelement <2 x i32> %w, i32 %w1, i32 0
  %w1 = extractelement <2 x i32> %w, i32 0
  %w2 = shufflevector <2 x i32> %w2, <2 x i32> %w2, <2 x i32> <i32 0, i32 1>
  %x = inttoptr i64 %x1 to ptr
  %x1 = ptrtoint ptr %x to i64
  %al = alloca i32, i64 %x2
  %x2 = ptrtoint ptr %al to i64
  %y = bitcast i64 %y1 to double
  %y1 = bitcast double %y to i64
  %fn = load ptr, ptr %fn1
  %fn1 = load ptr, ptr %fn
  %fr = call i32 %fnp(i32 %fr)
  %fnp = load ptr, ptr %fnp
  %not = xor i1 %not2, true
  %not2 = xor i1 %not, true
  %hp = getelementptr i32, ptr %home, i32 %hl
  %hl = load i32, ptr %home
  store i32 %hl, ptr %home
  %and = and i1 %and, %or
  %or = or i1 %and, %or
  %sel2 = select i1 %sel2, i1 true, i1 %or
  br i1 %sel2, label %dead2, label %dead
dead2:
  %ph = phi i32 [ %ph2, %dead ], [ %ph, %dead3 ]
  %ph2 = phi i32 [ %ph, %dead ], [ %ph2, %dead3 ]
  %inv = invoke i32 @id(i32 %inv) to label %dead3 unwind label %lp
dead3:
  %cmp = icmp eq i32 %ph, %ph2
  call void @llvm.assume(i1 %cmp)
  switch i32 %ph, label %dead2 [ i32 1, label %dead4 ]
lp:
  %lpv = landingpad {ptr, i32} cleanup
  resume {ptr, i32} %lpv
dead4:
  %gq = phi ptr [ %gq2, %dead3 ]
  %gp = getelementptr {i32, i32}, ptr %home2, i32 0, i32 1
  %gl = load i32, ptr %gp
  store i32 %gl, ptr %gp
  %gq2 = getelementptr i8, ptr %gq, i64 0
  br label %end
end:
  %res = phi i32 [ 0, %entry ], [ 1, %live ], [ %ph, %dead4 ]
  store i32 %res, ptr %out
  ret void
}
declare void @llvm.assume(i1)
