; A module in which nothing is lowered comes out byte for byte, all the odd spacing and with --keep-comments this comment included.
; RUN: corolower %s --keep-comments -S -o %t
; RUN: diff %s %t
; REQUIRES: corolower

source_filename   =   "m"   ; how it was made
target triple = "x86_64-unknown-linux-gnu"


%s = type   { i32 ,i64 }     ; two fields

@g =   global %s zeroinitializer , align 8

; Speaks for itself.
define   i32 @plain( i32 %x ) {
; in the body, before the first instruction
entry:      ; a label
   %y = add    i32 %x,1    ; one more
  ret i32 %y
}

declare void @elsewhere( )   ; the end

!named = !{ !0 }
!0 = !{ !"text" }
; last line
