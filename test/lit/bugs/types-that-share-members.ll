; Types that share their members cost what they are, not what they would be written out: forty levels of `%n0 = type { %n1, %n1 }`, with a
; number at the bottom (a terabyte), with nothing, and with an address.
; RUN: corolower %s -S | FileCheck %s
; RUN: corolower %s -O2 -S | FileCheck %s
; RUN: sed -e 's/{ i8 }/{}/' %s | corolower -S | FileCheck %s
; RUN: sed -e 's/{ i8 }/{}/' %s | corolower -O2 -S | FileCheck %s
; RUN: sed -e 's/{ i8 }/{ [0 x ptr] }/' %s | corolower -O2 -S | FileCheck %s
; RUN: corolower check %s
; RUN: corolower explain frame %s

; CHECK-LABEL: define ptr @g(i32

%n0 = type { %n1, %n1 }
%n1 = type { %n2, %n2 }
%n2 = type { %n3, %n3 }
%n3 = type { %n4, %n4 }
%n4 = type { %n5, %n5 }
%n5 = type { %n6, %n6 }
%n6 = type { %n7, %n7 }
%n7 = type { %n8, %n8 }
%n8 = type { %n9, %n9 }
%n9 = type { %n10, %n10 }
%n10 = type { %n11, %n11 }
%n11 = type { %n12, %n12 }
%n12 = type { %n13, %n13 }
%n13 = type { %n14, %n14 }
%n14 = type { %n15, %n15 }
%n15 = type { %n16, %n16 }
%n16 = type { %n17, %n17 }
%n17 = type { %n18, %n18 }
%n18 = type { %n19, %n19 }
%n19 = type { %n20, %n20 }
%n20 = type { %n21, %n21 }
%n21 = type { %n22, %n22 }
%n22 = type { %n23, %n23 }
%n23 = type { %n24, %n24 }
%n24 = type { %n25, %n25 }
%n25 = type { %n26, %n26 }
%n26 = type { %n27, %n27 }
%n27 = type { %n28, %n28 }
%n28 = type { %n29, %n29 }
%n29 = type { %n30, %n30 }
%n30 = type { %n31, %n31 }
%n31 = type { %n32, %n32 }
%n32 = type { %n33, %n33 }
%n33 = type { %n34, %n34 }
%n34 = type { %n35, %n35 }
%n35 = type { %n36, %n36 }
%n36 = type { %n37, %n37 }
%n37 = type { %n38, %n38 }
%n38 = type { %n39, %n39 }
%n39 = type { %n40, %n40 }
%n40 = type { i8 }

define ptr @g(i32 %n) presplitcoroutine {
entry:
  %big = alloca %n0
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %all = load %n0, ptr %big
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cont
    i8 1, label %cleanup
  ]

cont:
  store %n0 %all, ptr %big
  call void @use(ptr %big, i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr, i32)
