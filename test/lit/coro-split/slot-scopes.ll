; With shared storage, the parts claim that only spills and reloads access the slots of spilled values, so that LLVM keeps reloaded values in registers
; across other stores. Between save and suspend, and after coro.free, others may access the frame. The claim is about one run of the resume part, which
; declares the scope.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split<reuse-storage>)' -S | opt-22 -passes='function(gvn)' -S | FileCheck %s --check-prefix=GVN
; RUN: corolower %s -passes='coro-early,cgscc(coro-split)' -S | FileCheck %s --check-prefix=PLAIN
; REQUIRES: corolower
; DIFFERS-FROM-LLVM: opt makes no claim, and reloads after each store to other memory

; PLAIN-NOT: alias.scope
; CHECK-LABEL: define ptr @f(
; CHECK-NOT: alias.scope
; CHECK-NOT: !noalias
; CHECK-LABEL: define {{.*}}@f.resume(
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata ![[LIST:[0-9]+]])
; CHECK: %n.reload{{[0-9]*}} = load i64, ptr {{.*}}, align {{[0-9]}}, !alias.scope ![[LIST]]
; CHECK: store i64 %n.reload{{[0-9]*}}, ptr %{{.*}}, align {{[0-9]}}, !noalias ![[LIST]]
; CHECK: call void @wait(ptr %hdl){{$}}
; CHECK: call void @free(ptr %{{.*}}){{$}}
; CHECK: ![[DOMAIN:[0-9]+]] = distinct !{![[DOMAIN]], !"coroutine"}
; CHECK: ![[SCOPE:[0-9]+]] = distinct !{![[SCOPE]], ![[DOMAIN]], !"spilled values"}
; CHECK: ![[LIST]] = !{![[SCOPE]]}

; GVN-LABEL: define {{.*}}@f.resume(
; GVN: %n.reload{{[0-9]*}} = load i64
; GVN-NOT: %n.reload{{[0-9]*}} = load i64
; GVN: ret void
define ptr @f(i64 %n, ptr %out) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  br label %wait

loop:
  store i64 %n, ptr %out, align 8
  %c = icmp ne i64 %n, 7
  br i1 %c, label %again, label %cleanup

again:
  %m = add i64 %n, 1
  store i64 %m, ptr %out, align 8
  br label %wait

wait:
  %save = call token @llvm.coro.save(ptr %hdl)
  call void @wait(ptr %hdl)
  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %s, label %leave [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %leave

leave:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare void @wait(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
