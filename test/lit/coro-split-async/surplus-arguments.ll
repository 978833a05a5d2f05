; A suspend passes only as many arguments as its dispatch function takes, as in LLVM.
; RUN: corolower check %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -verify-each -S -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt-22 -passes=verify -disable-output %t.ll
; RUN: opt-22 -passes='module(coro-early),cgscc(coro-split),module(coro-cleanup),function(simplifycfg)' -S %s | FileCheck --check-prefix=CALL %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@fTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>, align 8
define swifttailcc void @f(ptr swiftasync %ctx, i64 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  %r = call ptr @llvm.coro.async.resume()
  store ptr %r, ptr %ctx
  %s = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r, ptr @where, ptr @far, i64 %n, ptr %r, double 1.0)
  %r1 = call ptr @llvm.coro.async.resume()
  store ptr %r1, ptr %ctx
  %s1 = call { ptr } (i32, ptr, ptr, ...) @llvm.coro.suspend.async.sl_p0s(i32 0, ptr %r1, ptr @where, ptr @none, double 2.0)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare swifttailcc void @far(i64)
declare swifttailcc void @none()
declare ptr @where(ptr)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare ptr @llvm.coro.async.resume()
declare void @llvm.coro.end.async(ptr, i1, ...)
declare { ptr } @llvm.coro.suspend.async.sl_p0s(i32, ptr, ptr, ...)

; CHECK-LABEL: define swifttailcc void @f(
; CALL-LABEL:  define swifttailcc void @f(
; CHECK:         musttail call swifttailcc void @far(i64 %n)
; CALL:          musttail call swifttailcc void @far(i64 %n)
; CHECK-LABEL: define internal swifttailcc void @f.resume.0(
; CALL-LABEL:  define internal swifttailcc void @f.resume.0(
; CHECK:         musttail call swifttailcc void @none()
; CALL:          musttail call swifttailcc void @none()
