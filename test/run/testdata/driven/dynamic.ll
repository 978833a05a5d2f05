; Accessors whose caller brings the frame. @outer goes through @inner, whose frame it takes from the allocator that it is given, as large as @inner's
; record says; memory of a size that is known at run time comes from the same allocator.
; STOCK: compiled by stock LLVM
; LLVM: it has no such coroutines
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%record = type <{ i32, i32, i64 }>

@outer.record = global %record <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @outer to i64), i64 ptrtoint (ptr @outer.record to i64)) to i32), i32 0, i64 7 }>, align 8
@inner.record = global %record <{ i32 trunc (i64 sub (i64 ptrtoint (ptr @inner to i64), i64 ptrtoint (ptr @inner.record to i64)) to i32), i32 0, i64 8 }>, align 8

define { ptr, ptr } @outer(ptr noalias %frame, ptr swiftcoro %allocator, ptr %object, i64 %n) {
entry:
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @outer.record, ptr %allocator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 7)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %size = load i32, ptr getelementptr inbounds (%record, ptr @inner.record, i32 0, i32 1), align 4
  %type = load i64, ptr getelementptr inbounds (%record, ptr @inner.record, i32 0, i32 2), align 8
  %wide = zext i32 %size to i64
  %ft = call token @llvm.coro.alloca.alloc.frame.i64(i64 %wide, i32 16, i64 %type)
  %fp = call ptr @llvm.coro.alloca.get(token %ft)
  %at = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 16)
  %ap = call ptr @llvm.coro.alloca.get(token %at)
  call void @llvm.memset.p0.i64(ptr %ap, i8 120, i64 %n, i1 false)
  %callee = call ptr @llvm.coro.prepare.retcon(ptr @inner)
  %r = call { ptr, ptr } %callee(ptr noalias %fp, ptr swiftcoro %allocator, ptr %object, ptr %ap)
  %next = extractvalue { ptr, ptr } %r, 0
  %lent = extractvalue { ptr, ptr } %r, 1
  %again = call ptr (...) @llvm.coro.suspend.retcon.p0(ptr %lent)
  br i1 false, label %unwind, label %resume
resume:
  call void %next(ptr noalias %fp, ptr swiftcoro %allocator)
  call void @show(ptr %ap, i64 %n)
  call void @llvm.coro.alloca.free(token %at)
  call void @llvm.coro.alloca.free.frame(token %ft)
  br label %end
unwind:
  call void @show(ptr %object, i64 0)
  br label %end
end:
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}

define { ptr, ptr } @inner(ptr noalias %frame, ptr swiftcoro %allocator, ptr %object, ptr %note) {
entry:
  %copy = alloca i32, align 64
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @inner.record, ptr %allocator, ptr %frame, ptr @proto, ptr @take, ptr @give, ptr @take_frame, ptr @give_frame, i64 8)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %vector = load <4 x i64>, ptr %object, align 8
  %first = load i32, ptr %object, align 8
  store i32 %first, ptr %copy, align 64
  call void @aligned(ptr %copy)
  %odd = and i32 %first, 1
  %isodd = icmp ne i32 %odd, 0
  br i1 %isodd, label %one, label %other
one:
  %a = call ptr (...) @llvm.coro.suspend.retcon.p0(ptr %copy)
  br label %back
other:
  store i32 -1, ptr %copy, align 64
  %b = call ptr (...) @llvm.coro.suspend.retcon.p0(ptr %copy)
  br label %back
back:
  call void @aligned(ptr %copy)
  %changed = load i32, ptr %copy, align 64
  store i32 %changed, ptr %object, align 8
  %last = extractelement <4 x i64> %vector, i32 3
  %small = trunc i64 %last to i8
  store i8 %small, ptr %note, align 1
  %e = call i1 @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}

declare void @proto(ptr noalias, ptr swiftcoro)
declare ptr @take(ptr, ptr swiftcoro, i64, i64)
declare void @give(ptr, ptr swiftcoro, ptr)
declare ptr @take_frame(ptr, ptr swiftcoro, i64, i64)
declare void @give_frame(ptr, ptr swiftcoro, ptr)
declare void @show(ptr, i64)
declare void @aligned(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.coro.prepare.retcon(ptr)
declare token @llvm.coro.id.retcon.once.dynamic(i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, i64)
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare token @llvm.coro.alloca.alloc.frame.i64(i64, i32, i64)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare void @llvm.coro.alloca.free.frame(token)
declare ptr @llvm.coro.suspend.retcon.p0(...)
declare i1 @llvm.coro.end(ptr, i1, token)
