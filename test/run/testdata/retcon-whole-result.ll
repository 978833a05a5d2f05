; What a suspend gives back is used whole, and a by-value parameter lives on; what is yielded has another type of the same bits.
; PRINTS: 7 1065353216 12 30
%pair = type { i32, i32 }
define {ptr, i32} @gen(ptr %buf, ptr byval(%pair) %p) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon(i32 16, i32 8, ptr %buf, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = load i32, ptr %p
  %s0 = call {i1, i32, i32} (...) @llvm.coro.suspend.retcon.sl_i1i32i32s(i32 %a)
  %s1 = call {i1, i32, i32} (...) @llvm.coro.suspend.retcon.sl_i1i32i32s(float 1.0)
  %sum = call i32 @sum({i1, i32, i32} %s1)
  call void @show(i32 %sum)
  %q = getelementptr %pair, ptr %p, i64 0, i32 1
  %b = load i32, ptr %q
  %m = extractvalue {i1, i32, i32} %s0, 2
  %n = mul i32 %b, %m
  call void @show(i32 %n)
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}
define i32 @sum({i1, i32, i32} %s) {
  %a = extractvalue {i1, i32, i32} %s, 1
  %b = extractvalue {i1, i32, i32} %s, 2
  %c = add i32 %a, %b
  ret i32 %c
}
declare {ptr, i32} @proto(ptr, i1 zeroext, i32, i32)
declare {i1, i32, i32} @llvm.coro.suspend.retcon.sl_i1i32i32s(...)
define i32 @main() {
  %buf = alloca [16 x i8], align 8
  %p = alloca %pair
  store %pair { i32 7, i32 5 }, ptr %p
  %r0 = call {ptr, i32} @gen(ptr %buf, ptr byval(%pair) %p)
  store %pair { i32 0, i32 0 }, ptr %p
  %c0 = extractvalue {ptr, i32} %r0, 0
  %v0 = extractvalue {ptr, i32} %r0, 1
  call void @show(i32 %v0)
  %r1 = call {ptr, i32} %c0(ptr %buf, i1 zeroext false, i32 5, i32 6)
  %c1 = extractvalue {ptr, i32} %r1, 0
  %v1 = extractvalue {ptr, i32} %r1, 1
  call void @show(i32 %v1)
  %r2 = call {ptr, i32} %c1(ptr %buf, i1 zeroext false, i32 5, i32 7)
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
