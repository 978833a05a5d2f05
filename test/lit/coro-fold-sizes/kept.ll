; Loads that stay: what is read may not be what this file says, or it is not known.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes' -stats -disable-output 2>&1 | FileCheck --check-prefix=STATS %s
; RUN: corolower %s -passes='coro-early,coro-cleanup,coro-fold-sizes' -stats -disable-output 2>&1 | FileCheck --check-prefix=NOSPLIT %s
; REQUIRES: corolower

; STATS: 1 coro-fold-sizes - folded loads of sizes that callers allocate
; A later run may split what this one does not.
; NOSPLIT: 0 coro-fold-sizes - folded loads of sizes that callers allocate

@goodTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@odrTu = linkonce_odr hidden global <{ i32, i32 }> <{ i32 1, i32 16 }>
@weakTu = weak global <{ i32, i32 }> <{ i32 1, i32 16 }>
@filledTu = externally_initialized global <{ i32, i32 }> <{ i32 1, i32 16 }>
@tlsTu = thread_local global <{ i32, i32 }> <{ i32 1, i32 16 }>
@storedTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@copiedTu = internal global <{ i32, i32 }> <{ i32 1, i32 16 }>
@aliasedTu = global <{ i32, i32 }> <{ i32 1, i32 16 }>
@elsewhereTu = external global <{ i32, i32 }>
@plain = internal global <{ i32, i32 }> <{ i32 1, i32 16 }>
@alias = alias <{ i32, i32 }>, ptr @aliasedTu

; CHECK-LABEL: define void @reads(
; CHECK-NEXT:    call void @use(i32 16)
; CHECK-COUNT-14: = load {{.*}}, ptr
; CHECK:         ret void
define void @reads(ptr %p) {
  %good = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @goodTu, i32 0, i32 1)
  call void @use(i32 %good)
  %odr = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @odrTu, i32 0, i32 1)
  call void @use(i32 %odr)
  %weak = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @weakTu, i32 0, i32 1)
  call void @use(i32 %weak)
  %filled = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @filledTu, i32 0, i32 1)
  call void @use(i32 %filled)
  %tls = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @tlsTu, i32 0, i32 1)
  call void @use(i32 %tls)
  %stored = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @storedTu, i32 0, i32 1)
  call void @use(i32 %stored)
  %copied = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @copiedTu, i32 0, i32 1)
  call void @use(i32 %copied)
  %aliased = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @aliasedTu, i32 0, i32 1)
  call void @use(i32 %aliased)
  %elsewhere = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @elsewhereTu, i32 0, i32 1)
  call void @use(i32 %elsewhere)
  %plain = load i32, ptr getelementptr (<{ i32, i32 }>, ptr @plain, i32 0, i32 1)
  call void @use(i32 %plain)
  %volatile = load volatile i32, ptr getelementptr (<{ i32, i32 }>, ptr @goodTu, i32 0, i32 1)
  call void @use(i32 %volatile)
  %atomic = load atomic i32, ptr getelementptr (<{ i32, i32 }>, ptr @goodTu, i32 0, i32 1) monotonic, align 4
  call void @use(i32 %atomic)
  %function = load i32, ptr @goodTu
  call void @use(i32 %function)
  %half = load i16, ptr getelementptr (<{ i32, i32 }>, ptr @goodTu, i32 0, i32 1)
  %h = zext i16 %half to i32
  call void @use(i32 %h)
  %known = load i32, ptr %p
  call void @use(i32 %known)
  ret void
}
define void @writes() {
  store i32 64, ptr getelementptr (<{ i32, i32 }>, ptr @storedTu, i32 0, i32 1)
  call void @llvm.memset.p0.i64(ptr @copiedTu, i8 0, i64 8, i1 false)
  ret void
}
define void @good(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @goodTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @odr(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @odrTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @weak(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @weakTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @filled(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @filledTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @tls(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @tlsTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @stored(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @storedTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @copied(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @copiedTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
define void @aliased(ptr swiftasync %ctx) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @aliasedTu)
  %h = call ptr @llvm.coro.begin(token %id, ptr null)
  call void (ptr, i1, ...) @llvm.coro.end.async(ptr %h, i1 false)
  unreachable
}
declare void @use(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare token @llvm.coro.id.async(i32, i32, i32, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare void @llvm.coro.end.async(ptr, i1, ...)
