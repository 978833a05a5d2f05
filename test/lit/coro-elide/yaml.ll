; The remarks in LLVM's YAML, which llvm-remarkutil reads.
; RUN: rm -f %t.yml
; RUN: corolower %s -passes='coro-early,cgscc(inline,coro-split),function(coro-elide,simplifycfg),coro-cleanup' -pass-remarks-output=%t.yml -pass-remarks-filter=coro-elide -S -o /dev/null
; RUN: FileCheck %s --input-file=%t.yml
; RUN: FileCheck %s --input-file=%t.yml --check-prefix=MISSED
; RUN: llvm-remarkutil-22 yaml2bitstream %t.yml -o %t.bc
; RUN: llvm-remarkutil-22 count --parser=bitstream --count-by=remark-name --group-by=function %t.bc | FileCheck %s --check-prefix=COUNT

define ptr @f(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %mem = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %at = phi ptr [ null, %entry ], [ %mem, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %at)
  br label %loop

loop:
  %val = phi i32 [ %n, %begin ], [ %inc, %loop ]
  %inc = add nsw i32 %val, 1
  call void @print(i32 %val)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %suspend

release:
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define i32 @main() {
entry:
  %hdl = call ptr @f(i32 4)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.resume(ptr %hdl)
  call void @llvm.coro.destroy(ptr %hdl)
  ret i32 0
}

define ptr @left() {
  %hdl = call ptr @f(i32 4)
  ret ptr %hdl
}

; CHECK:      --- !Passed
; CHECK-NEXT: Pass:            coro-elide
; CHECK-NEXT: Name:            CoroElide
; CHECK-NEXT: Function:        main
; CHECK-NEXT: Args:
; CHECK-NEXT:   - String:          ''''
; CHECK-NEXT:   - callee:          f
; CHECK-NEXT:   - String:          ''' elided in '''
; CHECK-NEXT:   - caller:          main
; CHECK-NEXT:   - String:          ''' (frame_size='
; CHECK-NEXT:   - frame_size:      '24'
; CHECK-NEXT:   - String:          ', align='
; CHECK-NEXT:   - align:           '8'
; CHECK-NEXT:   - String:          ')'
; CHECK-NEXT: ...
; MISSED:      --- !Missed
; MISSED-NEXT: Pass:            coro-elide
; MISSED-NEXT: Name:            CoroElide
; MISSED-NEXT: Function:        left
; MISSED-NEXT: Args:
; MISSED-NEXT:   - String:          ''''
; MISSED-NEXT:   - callee:          f
; MISSED-NEXT:   - String:          ''' not elided in '''
; MISSED-NEXT:   - caller:          left
; MISSED-NEXT:   - String:          ''' (frame_size='
; MISSED-NEXT:   - frame_size:      '24'
; MISSED-NEXT:   - String:          ', align='
; MISSED-NEXT:   - align:           '8'
; MISSED-NEXT:   - String:          ')'
; MISSED-NEXT: ...
; COUNT-DAG: main,1
; COUNT-DAG: left,{{[12]}}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
