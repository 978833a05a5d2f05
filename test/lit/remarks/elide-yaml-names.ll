; Whatever functions are called, the YAML file can be read, and says what they are called. Bytes that are not UTF-8 become U+FFFD.
; REQUIRES: corolower, remarkutil, pyyaml
; RUN: rm -f %t.yml
; RUN: corolower %s -pass-remarks-output=%t.yml -pass-remarks-filter=coro-elide -o /dev/null
; RUN: FileCheck %s --input-file=%t.yml
; RUN: python3 %S/read-yaml.py %t.yml | FileCheck %s --check-prefix=READ --match-full-lines
; RUN: llvm-remarkutil-22 count --group-by=total %t.yml -o - | FileCheck %s --check-prefix=TOTAL
; RUN: llvm-remarkutil-22 count --group-by=total --remark-type=missed %t.yml -o - | FileCheck %s --check-prefix=MISSED
; RUN: llvm-remarkutil-22 count --group-by=total --remark-type=analysis --pass-name=coro-elide %t.yml -o - | FileCheck %s --check-prefix=MISSED
; RUN: llvm-remarkutil-22 count --group-by=function --count-by=arg --args=frame_size %t.yml -o - | FileCheck %s --check-prefix=SIZES
; RUN: llvm-remarkutil-22 instruction-count %t.yml -o - | FileCheck %s --check-prefix=INSTRUCTIONS
; RUN: llvm-remarkutil-22 yaml2bitstream %t.yml -o %t.bin
; RUN: llvm-remarkutil-22 count --group-by=total %t.bin -o - | FileCheck %s --check-prefix=TOTAL

define ptr @"vector<int, std::less<>>::it \22q\22 'x': #1"() presplitcoroutine {
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

define void @"r\C3\A9sum\C3\A9 \E4\BD\A0"() {
  %h = call ptr @"vector<int, std::less<>>::it \22q\22 'x': #1"()
  call void @llvm.coro.resume(ptr %h)
  call void @llvm.coro.destroy(ptr %h)
  ret void
}

define void @"two\0Alines\09tab\01"() nounwind {
  %h = call ptr @"vector<int, std::less<>>::it \22q\22 'x': #1"()
  store ptr %h, ptr @"- keep: \\", align 8
  ret void
}

define void @"\FFbytes"() nounwind {
  %h = call ptr @"vector<int, std::less<>>::it \22q\22 'x': #1"()
  store ptr %h, ptr @"- keep: \\", align 8
  ret void
}

@"- keep: \\" = global ptr null
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

; CHECK: --- !Passed
; CHECK: Function:        "résumé 你"
; CHECK: callee:          'vector<int, std::less<>>::it "q" ''x'': #1'
; CHECK: --- !Missed
; CHECK: Function:        "two\nlines\ttab\x01"
; CHECK: --- !Analysis
; CHECK: reason:          '{{.*}}store ptr %hdl.i, ptr @"- keep: \\", align 8
; CHECK: --- !Missed
; CHECK: caller:          "{{.*}}bytes"

;      READ:Passed 'résumé 你' '\'vector<int, std::less<>>::it "q" \'x\': #1\' elided in \'résumé 你\' (frame_size=24, align=8)'
; READ-NEXT:Missed 'two\nlines\ttab\x01' '\'vector<int, std::less<>>::it "q" \'x\': #1\' not elided in \'two\nlines\ttab\x01\' (frame_size=24, align=8)'
;      READ:Missed '�bytes' '\'vector<int, std::less<>>::it "q" \'x\': #1\' not elided in \'�bytes\' (frame_size=24, align=8)'

; TOTAL: 5
; MISSED: 2
; SIZES: ,24
; INSTRUCTIONS: Function,InstructionCount
