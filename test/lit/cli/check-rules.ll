; check --rules lists the rules in groups, one line each.
; RUN: corolower check --rules | FileCheck %s

; CHECK-DAG: {{^}}The function:{{$}}
; CHECK-DAG: {{^}}  begin-twice
; CHECK-DAG: {{^}}  final-twice
; CHECK-DAG: {{^}}  end-twice
; CHECK-DAG: {{^}}  save-shared
; CHECK-DAG: {{^}}  presplit-missing
