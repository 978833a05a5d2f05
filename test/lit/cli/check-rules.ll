; check --rules lists each rule with an example.
; RUN: corolower check --rules | FileCheck %s

; CHECK-DAG: {{^}}begin-twice
; CHECK-DAG: {{^}}final-twice
; CHECK-DAG: {{^}}end-twice
; CHECK-DAG: {{^}}save-shared
; CHECK-DAG: {{^}}presplit-missing
