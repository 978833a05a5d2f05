; The reason is that a coroutine creates itself, or that calls lead back to the creation: f creates f, and f and g create each other. A
; coroutine that creates itself and never suspends has no frame on the heap, and nothing is said of it.
; DIFFERS-FROM-LLVM: opt tells nothing about such creations
; REQUIRES: corolower
; RUN: corolower %s -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s
; RUN: corolower %s -pass-remarks-analysis=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: corolower explain elision %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN
; RUN: corolower %s -passes='coro-early,coro-cgscc(inline<elision>,coro-elide)' -pass-remarks-missed=coro-elide -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNSPLIT --allow-empty

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
  %below = call ptr @f(i32 %n)
  %other = call ptr @g(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  call void @llvm.coro.destroy(ptr %below)
  call void @llvm.coro.destroy(ptr %other)
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

define ptr @g(i32 %n) presplitcoroutine {
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
  %below = call ptr @f(i32 %n)
  call void @straight(i32 %n)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  call void @llvm.coro.destroy(ptr %below)
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

define void @straight(i32 %n) presplitcoroutine {
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
  %less = add i32 %n, -1
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %again, label %cleanup

again:
  call void @straight(i32 %less)
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  %any = icmp ne ptr %memory, null
  br i1 %any, label %release, label %end

release:
  call void @free(ptr %memory)
  br label %end

end:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret void
}

; CHECK-NOT:  straight
; CHECK:      remark: {{.*}}: 'f' not elided in 'f' (frame_size={{[0-9]+}}, align=8)
; CHECK-NEXT: remark: {{.*}}: 'f' not elided in 'g' (frame_size={{[0-9]+}}, align=8)
; CHECK-NEXT: remark: {{.*}}: 'g' not elided in 'f' (frame_size={{[0-9]+}}, align=8)
; CHECK-NOT:  remark

; WHY:      'f' stays on the heap: the coroutine creates itself: its frame would have to contain a frame of the same kind
; WHY-NEXT: 'f' stays on the heap: @f is not split yet when this function is processed, because calls lead from it back to this function
; WHY-NEXT: 'g' stays on the heap: @g is not split yet when this function is processed, because calls lead from it back to this function

; EXPLAIN-DAG: 24:12: missed: 'f' not elided in 'f' (frame_size=
; EXPLAIN-DAG: 25:12: missed: 'g' not elided in 'f' (frame_size=
; EXPLAIN-DAG: missed: 'f' not elided in 'g' (frame_size=
; EXPLAIN: {{^}}note: no fix: in a cycle of calls, each frame would contain a frame of the same kind
; EXPLAIN:     0 of 3 allocations elided

; UNSPLIT-NOT: not elided

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
