; Everything that is wrong with a returned continuation is told at once, each with its place and fix.
; REQUIRES: corolower
; RUN: not corolower check %s 2>&1 | FileCheck %s
; RUN: not corolower %s -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWER

define {ptr, i32} @shape(ptr %buf, i32 %n, i64 %wide) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 %n, i32 3, ptr %buf, ptr @proto, ptr @take, ptr null)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i64 %wide)
  %t = call i32 (...) @llvm.coro.suspend.retcon.i32(i32 %n)
  %h2 = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
; CHECK: retcon-tells-all.ll:8:9: error: size argument to coro.id.retcon.* must be constant
; CHECK: hint: write the buffer's size in bytes as a number
; CHECK: retcon-tells-all.ll:8:9: error: alignment argument to coro.id.retcon.* must be a power of two, not 3
; CHECK: hint: write the alignment of every buffer, or 1 if it is unknown
; CHECK: retcon-tells-all.ll:8:9: error: llvm.coro.* allocator must take integer as only param
; CHECK: hint: declare that parameter as the size in bytes
; CHECK: retcon-tells-all.ll:8:9: error: llvm.coro.* deallocator not a Function
; CHECK: hint: name a function that frees memory of the allocator
; CHECK: retcon-tells-all.ll:10:8: error: argument to coro.suspend.retcon does not match corresponding prototype function result
; CHECK: hint: @shape returns i32 there, and this is i64
; CHECK: retcon-tells-all.ll:11:8: error: result from coro.suspend.retcon does not match corresponding prototype function param
; CHECK: hint: the prototype takes i1 there, and this is i32
; CHECK: retcon-tells-all.ll:12:9: error: coroutine should have exactly one defining @llvm.coro.begin
; CHECK: hint: remove this one and use the first one's result, because both would begin the same frame
; CHECK: retcon-tells-all.ll:13:3: error: coro.end.results do not match the continuation prototype's return type
; CHECK: hint: @proto returns i64: give llvm.coro.end.results an operand for each result, and its token to the coro.end

; What the frame cannot hold, besides.
define {ptr, i32} @frame(ptr %buf, i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %buf, ptr @many, ptr @malloc, ptr @free)
  %a = alloca i8, i32 %n, align 1
  %b = alloca i16, i32 %n, align 2
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void @use(ptr %a, ptr %b)
  %s = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %n)
  call void @use(ptr %a, ptr %b)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
; CHECK: retcon-tells-all.ll:37:8: error: Coroutines cannot handle non static allocas yet
; CHECK: note: the coroutine suspends here
; CHECK: note: it cannot be allocated like the frame: it may be allocated before the coroutine begins here
; CHECK: hint: give the object a constant size
; CHECK: retcon-tells-all.ll:38:8: error: Coroutines cannot handle non static allocas yet

; LOWER: retcon-tells-all.ll:12:9: error: coroutine should have exactly one defining @llvm.coro.begin

declare i64 @proto(ptr, i1)
declare {ptr, i32} @many(ptr, i1)
declare ptr @take(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr, ptr)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare i32 @llvm.coro.suspend.retcon.i32(...)
declare void @llvm.coro.end(ptr, i1, token)
