; What PTX has no words for is an error at its place; all are told, and nothing is written.
; REQUIRES: corolower
; RUN: not corolower --emit=ptx %s 2>&1 | FileCheck %s --implicit-check-not=.version

target triple = "nvptx64-nvidia-cuda"

; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: variable '@tls': PTX has no variables of a thread
@tls = thread_local global i32 0
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: variable '@shared': shared memory has no initial value
@shared = addrspace(3) global i32 1
; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: variable '@a': its initialiser has a constant expression ('sub') that is not a symbol plus an offset
@a = global i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @c to i64))
@b = global i32 0
@c = global i32 0

; CHECK: errors.ll:[[@LINE+1]]:1: error: unsupported: external symbol '@ns.f' is not a PTX identifier
declare void @ns.f()
