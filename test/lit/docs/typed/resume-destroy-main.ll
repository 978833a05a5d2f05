; A main that makes the generator, resumes it twice and destroys it: after lowering, loads of the frame's two words and calls of them. (Typed pointers.)
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | FileCheck %s
; RUN: corolower %s -passes='function(coro-early),cgscc(coro-split),function(coro-cleanup)' -S | opt-14 -passes=verify -disable-output

define i32 @main() {
entry:
  %gen = call i8* @count_from(i32 10)
  call void @llvm.coro.resume(i8* %gen)
  call void @llvm.coro.resume(i8* %gen)
  call void @llvm.coro.destroy(i8* %gen)
  ret i32 0
}

declare i8* @count_from(i32)

; CHECK-LABEL: define i32 @main()
; CHECK-NEXT: entry:
; CHECK-NEXT: %gen = call i8* @count_from(i32 10)
; CHECK-NEXT: %[[T:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_1:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T]], i32 0, i32 0
; CHECK-NEXT: %[[T_2:[0-9]+]] = load i8*, i8** %[[T_1]], align 8
; CHECK-NEXT: %[[T_3:[0-9]+]] = bitcast i8* %[[T_2]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_3]](i8* %gen)
; CHECK-NEXT: %[[T_4:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_5:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_4]], i32 0, i32 0
; CHECK-NEXT: %[[T_6:[0-9]+]] = load i8*, i8** %[[T_5]], align 8
; CHECK-NEXT: %[[T_7:[0-9]+]] = bitcast i8* %[[T_6]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_7]](i8* %gen)
; CHECK-NEXT: %[[T_8:[0-9]+]] = bitcast i8* %gen to { i8*, i8* }*
; CHECK-NEXT: %[[T_9:[0-9]+]] = getelementptr inbounds { i8*, i8* }, { i8*, i8* }* %[[T_8]], i32 0, i32 1
; CHECK-NEXT: %[[T_10:[0-9]+]] = load i8*, i8** %[[T_9]], align 8
; CHECK-NEXT: %[[T_11:[0-9]+]] = bitcast i8* %[[T_10]] to void (i8*)*
; CHECK-NEXT: call fastcc void %[[T_11]](i8* %gen)
; CHECK-NEXT: ret i32 0

declare void @llvm.coro.resume(i8*)
declare void @llvm.coro.destroy(i8*)
