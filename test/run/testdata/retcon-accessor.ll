; A once-coroutine that lends the content of an object and writes it back: ended as it should be, and given up. It tells which by its results. The
; memory that it lends lives across the suspend, a scratch area of a size known at run time does not.
; PRINTS: 5 1 7 0 5 1 42 0 42
define {ptr, ptr} @modify(ptr %buf, ptr %obj, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 32, i32 8, ptr %buf, ptr @modify.proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %tmp = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 8)
  %t = call ptr @llvm.coro.alloca.get(token %tmp)
  %old = load i32, ptr %obj
  store i32 %old, ptr %t
  call void @look(ptr %t)
  call void @llvm.coro.alloca.free(token %tmp)
  %tk = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 8)
  %slot = call ptr @llvm.coro.alloca.get(token %tk)
  store i32 %old, ptr %slot
  %ab = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %slot)
  br i1 %ab, label %out, label %back
back:
  %new = load i32, ptr %slot
  store i32 %new, ptr %obj
  br label %out
out:
  %st = phi i32 [ 7, %entry ], [ 42, %back ]
  %same = icmp eq i32 %st, 7
  call void @llvm.coro.alloca.free(token %tk)
  %rt = call token (...) @llvm.coro.end.results(i32 %st, i1 %same)
  call void @llvm.coro.end(ptr %h, i1 false, token %rt)
  unreachable
}
declare {i32, i1} @modify.proto(ptr, i1 zeroext)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
define void @look(ptr %p) {
  %v = load i32, ptr %p
  call void @show(i32 %v)
  ret void
}
define void @use(ptr %obj, i1 %ab) {
  %buf = alloca [32 x i8], align 8
  %r = call {ptr, ptr} @modify(ptr %buf, ptr %obj, i64 40)
  %c = extractvalue {ptr, ptr} %r, 0
  %lent = extractvalue {ptr, ptr} %r, 1
  %held = load i32, ptr @blocks
  call void @show(i32 %held)
  %v = load i32, ptr %lent
  %w = mul i32 %v, 8
  %x = add i32 %w, 2
  store i32 %x, ptr %lent
  %s = call {i32, i1} %c(ptr %buf, i1 zeroext %ab)
  %s0 = extractvalue {i32, i1} %s, 0
  %left = load i32, ptr @blocks
  call void @show(i32 %s0)
  call void @show(i32 %left)
  ret void
}
define i32 @main() {
  %obj = alloca i32
  store i32 5, ptr %obj
  call void @use(ptr %obj, i1 true)
  call void @use(ptr %obj, i1 false)
  %now = load i32, ptr %obj
  call void @show(i32 %now)
  ret i32 0
}
declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
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
