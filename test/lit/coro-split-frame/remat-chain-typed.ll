; A chain of values across suspends is computed again for each user from what it is computed from, in every dialect, as in LLVM 17
; and newer. Only that is kept, and the frame with shared storage is proved right.
; RUN: corolower -passes='coro-early,coro-split<reuse-storage>' -verify-each -pass-remarks=coro-split %s -S -o %t 2>&1 | FileCheck %s --check-prefix=SHARED
; RUN: opt-14 -passes=verify -disable-output %t
; RUN: corolower -passes='coro-early,coro-split' -verify-each -pass-remarks=coro-split %s -disable-output 2>&1 | FileCheck %s --check-prefix=PLAIN

; SHARED: Split 'f' (frame_size=24, align=8)
; PLAIN: Split 'f' (frame_size=24, align=8)

define i8* @f(i32 %n) "coroutine.presplit"="0" {
entry:
  %id = call token @llvm.coro.id(i32 0, i8* null, i8* null, i8* null)
  %size = call i32 @llvm.coro.size.i32()
  %mem = call i8* @malloc(i32 %size)
  %hdl = call i8* @llvm.coro.begin(token %id, i8* %mem)
  %v0 = xor i32 %n, 7
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %suspend [
    i8 0, label %r0
    i8 1, label %cleanup
  ]
r0:
  call void @print(i32 %v0)
  %v1 = mul i32 %v0, 21
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %suspend [
    i8 0, label %r1
    i8 1, label %cleanup
  ]
r1:
  call void @print(i32 %v1)
  %v2 = sub i32 %v1, %n
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %suspend [
    i8 0, label %r2
    i8 1, label %cleanup
  ]
r2:
  call void @print(i32 %v2)
  %v3 = add i32 %v2, 23
  %s3 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s3, label %suspend [
    i8 0, label %r3
    i8 1, label %cleanup
  ]
r3:
  call void @print(i32 %v3)
  %v4 = mul i32 %v3, %n
  %s4 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s4, label %suspend [
    i8 0, label %r4
    i8 1, label %cleanup
  ]
r4:
  call void @print(i32 %v4)
  %v5 = sub i32 %v4, 25
  %s5 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s5, label %suspend [
    i8 0, label %r5
    i8 1, label %cleanup
  ]
r5:
  call void @print(i32 %v5)
  %v6 = add i32 %v5, %n
  %s6 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s6, label %suspend [
    i8 0, label %r6
    i8 1, label %cleanup
  ]
r6:
  call void @print(i32 %v6)
  %v7 = mul i32 %v6, 27
  %s7 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s7, label %suspend [
    i8 0, label %r7
    i8 1, label %cleanup
  ]
r7:
  call void @print(i32 %v7)
  br label %cleanup
cleanup:
  %free = call i8* @llvm.coro.free(token %id, i8* %hdl)
  call void @free(i8* %free)
  br label %suspend
suspend:
  %e = call i1 @llvm.coro.end(i8* %hdl, i1 false)
  ret i8* %hdl
}

declare token @llvm.coro.id(i32, i8*, i8*, i8*)
declare i32 @llvm.coro.size.i32()
declare i8* @llvm.coro.begin(token, i8*)
declare i8 @llvm.coro.suspend(token, i1)
declare i8* @llvm.coro.free(token, i8*)
declare i1 @llvm.coro.end(i8*, i1)
declare i8* @malloc(i32)
declare void @free(i8*)
declare void @print(i32)
