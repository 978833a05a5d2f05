; The least version that is enough, or that the frontend compiled for if that is later, is written; what needs more than was asked for is an error.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s --check-prefix=SM80
; RUN: corolower --emit=ptx -mcpu=sm_90a %s | FileCheck %s --check-prefix=SM90
; RUN: corolower --emit=ptx --ptx=8.0 %s | FileCheck %s --check-prefix=PTX80
; RUN: corolower --emit=ptx --ptx=80 %s | FileCheck %s --check-prefix=PTX80
; RUN: sed 's/i32 %%v) {/i32 %%v) "target-features"="+ptx88,+sm_80" {/' %s | corolower --emit=ptx - | FileCheck %s --check-prefix=TOLD
; RUN: sed 's/i32 %%v) {/i32 %%v) "target-features"="+sm_80,+ptx70" {/' %s | corolower --emit=ptx - | FileCheck %s --check-prefix=SM80
; RUN: not corolower --emit=ptx -mcpu=sm_70 %s 2>&1 | FileCheck %s --check-prefix=SM70
; RUN: not corolower --emit=ptx --ptx=7.0 %s 2>&1 | FileCheck %s --check-prefix=PTX70
; RUN: not corolower --emit=ptx -mcpu=sm_90 --ptx=6.0 %s 2>&1 | FileCheck %s --check-prefix=OLD
; RUN: not corolower --emit=ptx -mcpu=gfx90a %s 2>&1 | FileCheck %s --check-prefix=CPU
; RUN: not corolower --emit=ptx --ptx=nine %s 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: corolower -mcpu=x86-64 %s -o /dev/null
; RUN: not corolower --ptx=7.8 %s 2>&1 | FileCheck %s --check-prefix=LL
; RUN: not corolower --emit=obj %s 2>&1 | FileCheck %s --check-prefix=EMIT
; RUN: not corolower --emit=ptx -mtriple=x86_64-linux-gnu %s 2>&1 | FileCheck %s --check-prefix=TRIPLE

; SM80: .version 7.3
; TOLD: .version 8.8
; SM80-NEXT: .target sm_80
; SM90: .version 8.0
; SM90-NEXT: .target sm_90a
; PTX80: .version 8.0
; SM70: versions.ll:[[#@LINE+15]]:8: error: unsupported: redux.sync: this needs sm_80, but PTX is written for sm_70
; SM70: hint: select such a machine with -mcpu=sm_80
; PTX70: versions.ll:[[#@LINE+11]]:8: error: unsupported: dynamic allocas: this needs PTX 7.3, but --ptx asks for 7.0
; PTX70: hint: use --ptx=7.3, or omit the option
; OLD: error: sm_90 needs PTX 7.8, but --ptx asks for 6.0
; CPU: for the --mcpu option: unknown machine 'gfx90a': PTX is written for sm_50 to sm_121
; WORD: for the --ptx option: 'nine' is not a version of PTX
; LL: --ptx needs --emit=ptx
; EMIT: for the --emit option: 'obj' is not one of ll, ptx, cubin, fatbin
; TRIPLE: error: PTX needs the target nvptx64, but the module's triple is 'x86_64-unknown-linux-gnu'
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
define i32 @f(i64 %n, i32 %v) {
  %a = alloca i32, i64 %n
  %p = getelementptr i32, ptr %a, i64 3
  %r = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)
  store i32 %r, ptr %p
  ret i32 %r
}
