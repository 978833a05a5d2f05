; -coro-elide-info-output-file appends a line for each frame that went into its caller.
; RUN: rm -f %t.txt
; RUN: corolower %s -coro-elide-info-output-file=%t.txt -o /dev/null
; RUN: corolower %s --coro-elide-info-output-file %t.txt -disable-output
; RUN: FileCheck %s --input-file=%t.txt --match-full-lines
; RUN: corolower %s -coro-elide-info-output-file=%t.none/x -o /dev/null > %t.err 2>&1; test $? -eq 2
; RUN: FileCheck %s --input-file=%t.err --check-prefix=ERROR

define ptr @f() presplitcoroutine {
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
    i8 0, label %cleanup
    i8 1, label %cleanup
  ]

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @good() {
  %h = call ptr @f()
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define void @bad() nounwind {
  %h = call ptr @f()
  store ptr %h, ptr @kept, align 8
  ret void
}

define ptr @leak() nounwind {
  %h = call ptr @f()
  ret ptr %h
}

define void @other() {
  ret void
}

@kept = global ptr null
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

;     CHECK:Elide f in good
;CHECK-NEXT:Elide f in good
; CHECK-NOT:{{.}}

; ERROR: Error opening coro-elide-info-output-file '{{.*}}.none/x for appending!
