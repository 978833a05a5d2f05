; A call is inlined if the part of its callee that its constant arguments select is small. @copy has 8 cases of 40 units each.
; RUN: corolower -passes=inline -S %s -pass-remarks=inline -pass-remarks-missed=inline 2>&1 | FileCheck %s

declare void @use(i64)

; CHECK-DAG: remark: {{.*}} 'copy' inlined into 'constant' with (cost=0, threshold=225)
; CHECK-DAG: remark: {{.*}} 'copy' not inlined into 'variable' because too costly to inline (cost=340, threshold=225)
; CHECK-LABEL: define void @constant(
; CHECK-NOT: call void @copy
; CHECK-LABEL: define void @variable(
; CHECK: call void @copy

define internal void @copy(i64 %x, i32 %size) {
entry:
  %wide = shl i32 %size, 1
  %odd = icmp eq i32 %wide, 3
  br i1 %odd, label %done, label %choose
choose:
  switch i32 %size, label %done [
    i32 1, label %case0
    i32 2, label %case1
    i32 3, label %case2
    i32 4, label %case3
    i32 5, label %case4
    i32 6, label %case5
    i32 7, label %case6
    i32 8, label %case7
  ]
case0:
  %y0 = add i64 %x, 0
  call void @use(i64 %y0)
  br label %done
case1:
  %y1 = add i64 %x, 1
  call void @use(i64 %y1)
  br label %done
case2:
  %y2 = add i64 %x, 2
  call void @use(i64 %y2)
  br label %done
case3:
  %y3 = add i64 %x, 3
  call void @use(i64 %y3)
  br label %done
case4:
  %y4 = add i64 %x, 4
  call void @use(i64 %y4)
  br label %done
case5:
  %y5 = add i64 %x, 5
  call void @use(i64 %y5)
  br label %done
case6:
  %y6 = add i64 %x, 6
  call void @use(i64 %y6)
  br label %done
case7:
  %y7 = add i64 %x, 7
  call void @use(i64 %y7)
  br label %done
done:
  ret void
}

define void @constant(i64 %x) {
  call void @copy(i64 %x, i32 4)
  ret void
}

define void @variable(i64 %x, i32 %size) {
  call void @copy(i64 %x, i32 %size)
  ret void
}
