; A wrong command line exits with 2, a bad module with 1.
; RUN: corolower --no-such-flag %s > /dev/null 2>&1; test $? -eq 2
; RUN: corolower %s -passes=verify -S > /dev/null 2>&1; test $? -eq 1

define i32 @f() {
  ret i32 %nowhere
}
