; In a returned continuation, the functions that the id names allocate an object of variable size that lives across a suspend,
; and free it before each coro.end. An alignment that they do not promise is made by hand.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<dynamic-allocas>),coro-cleanup' -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: LLVM refuses such an object.

; CHECK-LABEL: define ptr @f(
; CHECK: zext i32 %n to i64
; CHECK: add i64 %{{.*}}, 64
; CHECK: %dynamic.node = call ptr @take(i64 %dynamic.bytes)
; CHECK: getelementptr inbounds i8, ptr %dynamic.node, i64 16
; CHECK: add i64 %{{.*}}, 63
; CHECK: and i64 %{{.*}}, -64
; CHECK: inttoptr

; CHECK-LABEL: define internal ptr @f.resume.0(
; CHECK: call void @give(ptr %dynamic.last{{[0-9]*}})

define ptr @f(ptr %buffer, i32 %n) presplitcoroutine {
  %id = call token @llvm.coro.id.retcon(i32 32, i32 8, ptr %buffer, ptr @proto, ptr @take, ptr @give)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %a = alloca i8, i32 %n, align 64
  call void @use(ptr %a)
  %out = call i1 (...) @llvm.coro.suspend.retcon.i1()
  br i1 %out, label %end, label %go
go:
  call void @use(ptr %a)
  br label %end
end:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  unreachable
}

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @proto(ptr, i1)
declare ptr @take(i64)
declare void @give(ptr)
declare void @use(ptr)
