; A main that makes the generator, resumes it twice and destroys it: after lowering, loads of the frame's two words and calls of them.
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | FileCheck %s
; RUN: corolower %s -passes='coro-early,cgscc(coro-split),coro-cleanup' -S | opt-22 -passes=verify -disable-output

define i32 @main() {
entry:
  %gen = call ptr @count_from(i32 10)
  call void @llvm.coro.resume(ptr %gen)
  call void @llvm.coro.resume(ptr %gen)
  call void @llvm.coro.destroy(ptr %gen)
  ret i32 0
}

declare ptr @count_from(i32)

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call ptr @count_from(i32 10)
; CHECK-NEXT: %[[T:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 0
; CHECK-NEXT: %[[T_1:[0-9]+]] = load ptr, ptr %[[T]], align 8
; CHECK-NEXT: call fastcc void %[[T_1]](ptr %gen)
; CHECK-NEXT: %[[T_2:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 0
; CHECK-NEXT: %[[T_3:[0-9]+]] = load ptr, ptr %[[T_2]], align 8
; CHECK-NEXT: call fastcc void %[[T_3]](ptr %gen)
; CHECK-NEXT: %[[T_4:[0-9]+]] = getelementptr inbounds { ptr, ptr }, ptr %gen, i32 0, i32 1
; CHECK-NEXT: %[[T_5:[0-9]+]] = load ptr, ptr %[[T_4]], align 8
; CHECK-NEXT: call fastcc void %[[T_5]](ptr %gen)
; CHECK-NEXT: ret i32 0

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
