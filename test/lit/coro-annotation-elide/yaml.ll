; The remarks in LLVM's YAML.
; RUN: rm -f %t.yml
; RUN: corolower %s -passes='coro-early,cgscc(coro-split,coro-annotation-elide)' -pass-remarks-output=%t.yml -pass-remarks-filter=coro-annotation-elide -S -o /dev/null
; RUN: FileCheck %s --input-file=%t.yml
; RUN: FileCheck %s --input-file=%t.yml --check-prefix=RARE
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
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @print(i32 %n)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define ptr @g() presplitcoroutine {
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
  %t = call ptr @f(i32 5) coro_elide_safe
  %c = call i1 @cond()
  br i1 %c, label %rare, label %join

rare:
  %u = call ptr @f(i32 5) coro_elide_safe
  call void @use(ptr %u)
  br label %join

join:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @use(ptr %t)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

; CHECK:      --- !Passed
; CHECK-NEXT: Pass:            coro-annotation-elide
; CHECK-NEXT: Name:            CoroAnnotationElide
; CHECK-NEXT: Function:        g
; CHECK-NEXT: Args:
; CHECK-NEXT:   - String:          ''''
; CHECK-NEXT:   - callee:          f
; CHECK-NEXT:   - String:          ''' elided in '''
; CHECK-NEXT:   - caller:          g
; CHECK-NEXT:   - String:          ''' (block_freq: '
; CHECK-NEXT:   - block_freq:      '18014398509481984'
; CHECK-NEXT:   - String:          ')'
; CHECK-NEXT: ...
; RARE:      --- !Missed
; RARE-NEXT: Pass:            coro-annotation-elide
; RARE-NEXT: Name:            CoroAnnotationElideUnlikely
; RARE-NEXT: Function:        g
; RARE-NEXT: Args:
; RARE-NEXT:   - String:          ''''
; RARE-NEXT:   - callee:          f
; RARE-NEXT:   - String:          ''' not elided in '''
; RARE-NEXT:   - caller:          g
; RARE-NEXT:   - String:          ''' because of low frequency: '
; RARE-NEXT:   - block_freq:      '9007199254740992'
; RARE-NEXT:   - String:          ' (threshold: '
; RARE-NEXT:   - min_freq:        '9907919394963456'
; RARE-NEXT:   - String:          ')'
; RARE-NEXT: ...
; COUNT: g,{{[23]}}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i64 @llvm.coro.size.i64()
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr) nounwind
declare i1 @cond() nounwind
declare void @print(i32)
