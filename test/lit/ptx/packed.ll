; An address that is not aligned to 8 bytes is written byte by byte.
; REQUIRES: corolower
; RUN: corolower --emit=ptx %s | FileCheck %s
; RUN: not corolower --emit=ptx -mcpu=sm_60 --ptx=6.0 %s 2>&1 | FileCheck %s --check-prefix=OLD

target triple = "nvptx64-nvidia-cuda"

; CHECK: .version 7.1
; CHECK: .u8 a[19] = {1, 0xFF(generic(b)+3), 0xFF00(generic(b)+3), {{.*}}, 0xFF00000000000000(generic(b)+3), 1, 2, 0xFF(f), {{.*}}, 0xFF00000000000000(f)};
; OLD: packed.ll:[[@LINE+2]]:1: error: unsupported: bytes of addresses in initialisers: this needs PTX 7.1, but --ptx asks for 6.0
@b = global i32 7
@a = global <{ i8, ptr, i16, ptr }> <{ i8 1, ptr getelementptr (i8, ptr @b, i64 3), i16 513, ptr @f }>
define void @f() {
  ret void
}
