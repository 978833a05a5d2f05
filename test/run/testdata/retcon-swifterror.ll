; An error of a callee goes through a swifterror parameter of the coroutine and of its continuations; one that the caller puts there meanwhile is seen.
; PRINTS: 0 31 1 32 45
define swiftcc {ptr, i32} @gen(ptr %buf, i32 %n, ptr swifterror %err) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  store ptr null, ptr %err
  %s0 = call {i1, ptr} (...) @llvm.coro.suspend.retcon.sl_i1p0s(i32 %n)
  %seen = load ptr, ptr %err
  %was = ptrtoint ptr %seen to i64
  %was32 = trunc i64 %was to i32
  call void @show(i32 %was32)
  call swiftcc void @fails(i32 %n, ptr swifterror %err)
  %now = load ptr, ptr %err
  %bad = icmp ne ptr %now, null
  %v = zext i1 %bad to i32
  %s1 = call {i1, ptr} (...) @llvm.coro.suspend.retcon.sl_i1p0s(i32 %v)
  call swiftcc void @fails(i32 44, ptr swifterror %err)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
declare swiftcc {ptr, i32} @proto(ptr, i1 zeroext, ptr swifterror)
declare {i1, ptr} @llvm.coro.suspend.retcon.sl_i1p0s(...)
define swiftcc void @fails(i32 %n, ptr swifterror %err) noinline {
  %m = add i32 %n, 1
  %w = zext i32 %m to i64
  %e = inttoptr i64 %w to ptr
  store ptr %e, ptr %err
  ret void
}
define void @showerr(ptr %e) {
  %n = ptrtoint ptr %e to i64
  %v = trunc i64 %n to i32
  call void @show(i32 %v)
  ret void
}
define i32 @main() {
  %buf = alloca [8 x i8], align 8
  %err = alloca swifterror ptr
  store ptr null, ptr %err
  %r0 = call swiftcc {ptr, i32} @gen(ptr %buf, i32 31, ptr swifterror %err)
  %c0 = extractvalue {ptr, i32} %r0, 0
  %e0 = load ptr, ptr %err
  call void @showerr(ptr %e0)
  %own = inttoptr i64 31 to ptr
  store ptr %own, ptr %err
  %r1 = call swiftcc {ptr, i32} %c0(ptr %buf, i1 zeroext false, ptr swifterror %err)
  %c1 = extractvalue {ptr, i32} %r1, 0
  %v1 = extractvalue {ptr, i32} %r1, 1
  call void @show(i32 %v1)
  %e1 = load ptr, ptr %err
  call void @showerr(ptr %e1)
  %r2 = call swiftcc {ptr, i32} %c1(ptr %buf, i1 zeroext false, ptr swifterror %err)
  %e2 = load ptr, ptr %err
  call void @showerr(ptr %e2)
  ret i32 0
}
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
