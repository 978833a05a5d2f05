; A creation that was inlined into other functions is one allocation: in the list, in the count, and
; in SARIF. It is elided only if all copies are.
; RUN: corolower explain elision %s | FileCheck %s
; RUN: corolower explain elision --function=main --format=json %s | python3 -c "import json,sys; l=json.load(sys.stdin); print([(e['caller'], e['elided'], [(c['caller'], c['elided']) for c in e.get('copies', [])]) for e in l])" | FileCheck %s --check-prefix=JSON
; RUN: corolower explain elision --format=sarif %s | python3 -c "import json,sys; r=json.load(sys.stdin)['runs'][0]; print([(x['ruleId'], x['level'], x['message']['text'], len(x['relatedLocations'])) for x in r['results']], [x['id'] for x in r['tool']['driver']['rules']])" | FileCheck %s --check-prefix=SARIF
; RUN: corolower explain elision --format=github %s | FileCheck %s --check-prefix=GITHUB
; RUN: corolower explain elision --elided --format=sarif %s | FileCheck %s --check-prefix=NONE

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

define ptr @keeper() presplitcoroutine {
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
    i8 0, label %work
    i8 1, label %cleanup
  ]

work:
  %h = call ptr @f()
  store ptr %h, ptr @kept, align 8
  br label %cleanup

cleanup:
  %memory = call ptr @llvm.coro.free(token %id, ptr %hdl)
  call void @free(ptr %memory)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}

define void @main() {
  %k = call ptr @keeper()
  call void @llvm.coro.resume(ptr %k)
  call void @llvm.coro.destroy(ptr %k)
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


;      CHECK: missed: 'f' not elided in 'keeper' (frame_size=24, align=8)
;      CHECK: note: inlined into 'main', where it is not elided, because the handle is stored to @kept
; CHECK-NEXT: elided: 'keeper' elided in 'main'
;      CHECK: 1 of 2 allocations elided

; JSON: {{^}}[('keeper', False, [('main', False)]), ('main', True, [])]{{$}}
; SARIF: [('elision-missed', 'warning', "'f' not elided in 'keeper' (frame_size=24, align=8): the handle is stored to @kept; no fix: other code has the handle, and may use it at any time", 2)] ['elision-missed']
; GITHUB: ::warning file={{.*}}explain-elision-copies.ll,line={{[0-9]+}},col=8,title=elision-missed::'f' not elided in 'keeper'
; NONE: "results": []
