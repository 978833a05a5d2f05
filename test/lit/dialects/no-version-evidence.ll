; Nothing tells which version wrote the file, so what is added can be read by all that have ptr: nocapture, which LLVM 15 to 22 read, and
; not captures(none), which came with 21. A word of a newer version anywhere, as in %t/newer.ll, gives its spelling.
; RUN: corolower %s -passes=coro-early -S | FileCheck %s --implicit-check-not='captures(' --implicit-check-not='memory('
; RUN: corolower %s -passes=coro-early -S | opt-22 -passes=verify -disable-output
; RUN: corolower %s -passes=coro-early -S | opt-19 -passes=verify -disable-output
; RUN: rm -rf %t && mkdir %t && cp %s %t/newer.ll && echo 'declare void @use(ptr captures(none))' >> %t/newer.ll
; RUN: corolower %t/newer.ll -passes=coro-early -S | FileCheck %s --check-prefix=NEWER
; RUN: corolower --llvm-version=19 %t/newer.ll -passes=coro-early -S | FileCheck %s --check-prefix=NINETEEN

define void @g(ptr %h) {
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)

; CHECK: declare ptr @llvm.coro.subfn.addr(ptr nocapture readonly, i8) [[GROUP:#[0-9]+]]
; CHECK: attributes [[GROUP]] = { argmemonly nounwind readonly }
; NEWER: declare ptr @llvm.coro.subfn.addr(ptr readonly captures(none), i8)
; NINETEEN: declare ptr @llvm.coro.subfn.addr(ptr nocapture readonly, i8) [[GROUP:#[0-9]+]]
; NINETEEN: attributes [[GROUP]] = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
