; With -pass-remarks-with-hotness a remark about elision says how often the creation is reached by the profile, as opt's does.
; RUN: corolower %s -passes='default<O2>' -disable-output -pass-remarks=coro-elide -pass-remarks-with-hotness 2>&1 | FileCheck %s
; RUN: opt-22 %s -passes='default<O2>' -disable-output -pass-remarks=coro-elide -pass-remarks-with-hotness 2>&1 | FileCheck %s

; CHECK: 'foo' elided in 'sometimes' (frame_size=24, align=8) (hotness: 50)

define internal ptr @foo() presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %need = call i1 @llvm.coro.alloc(token %id)
  br i1 %need, label %alloc, label %begin

alloc:
  %size = call i64 @llvm.coro.size.i64()
  %new = call ptr @malloc(i64 %size)
  br label %begin

begin:
  %mem = phi ptr [ null, %entry ], [ %new, %alloc ]
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  call void @print(i32 1)
  br label %cleanup

cleanup:
  %old = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %old)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @sometimes(i1 %c) !prof !0 {
  br i1 %c, label %create, label %done, !prof !1

create:
  %hdl = call ptr @foo()
  call void @llvm.coro.destroy(ptr %hdl)
  br label %done

done:
  ret void
}

!0 = !{!"function_entry_count", i64 200}
!1 = !{!"branch_weights", i32 1, i32 3}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @print(i32)
