// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"strings"
	"testing"
)

const callsExterns = `declare i32 @now()
declare ptr @get(i64, ptr)
declare double @scale(double)
declare void @log(i32, ptr, ptr)
declare { i64, ptr } @pair({ i64, ptr }, i1)
declare i128 @wide()
declare i32 @twice(i32)
declare i32 @printf(ptr, ...)
@f = private constant [17 x i8] c"%d %d %g %d %lx\0A\00"
@g = global i32 7
define i32 @main() {
  %t = call i32 @now()
  %p = call ptr @get(i64 4, ptr @g)
  %v = load i32, ptr %p
  %s = call double @scale(double 3.0)
  call void @log(i32 -3, ptr @f, ptr @g)
  call void @log(i32 4, ptr null, ptr @main)
  %w = call { i64, ptr } @pair({ i64, ptr } { i64 5, ptr @g }, i1 true)
  %q = extractvalue { i64, ptr } %w, 1
  %x = load i32, ptr %q
  %big = call i128 @wide()
  %high = lshr i128 %big, 64
  %h = trunc i128 %high to i64
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 %t, i32 %v, double %s, i32 %x, i64 %h)
  %two = call i32 @twice(i32 21)
  ret i32 %two
}
`

const externs = `@f = private constant [8 x i8] c"log %d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @now() {
  ret i32 42
}
define ptr @get(i64 %n, ptr %p) {
  ret ptr %p
}
define double @scale(double %x) {
  ret double 2.5
}
define void @log(i32 %x, ptr %p, ptr %q) {
  call i32 (ptr, ...) @printf(ptr @f, i32 %x)
  ret void
}
define { i64, ptr } @pair({ i64, ptr } %p, i1 %c) {
  ret { i64, ptr } %p
}
define i128 @wide() {
  ret i128 1375481471856152716247040
}
`

// TestExtern runs a program whose functions --extern provides.
func TestExtern(t *testing.T) {
	dir := workDir(t)
	put(t, dir, "a.ll", callsExterns)
	put(t, dir, "twice.ll", `@calls = internal global i32 0
define i32 @twice(i32 %x) {
  %n = load i32, ptr @calls
  %y = call i32 @helper(i32 %x)
  %z = add i32 %y, %n
  ret i32 %z
}
define internal i32 @helper(i32 %x) {
  %y = mul i32 %x, 2
  ret i32 %y
}
`)
	put(t, dir, "main.ll", "define i32 @main() {\n  ret i32 3\n}\n")
	put(t, dir, "wrong.ll", "define i32 @twice(i32 %x) {\n  %y = sdiv i32 %x, 0\n  ret i32 %y\n}\n")
	put(t, dir, "broken.ll", "define")
	put(t, dir, "other.ll", "target datalayout = \"e-p:64:64-i64:32\"\n")
	put(t, dir, "externs.ll", externs)
	const lines = "log -3\nlog 4\n42 7 2.5 7 12345\n"
	with := []string{"--extern=externs.ll"}
	for _, c := range []struct {
		args        []string
		code        int
		out, stderr string
	}{
		{append(with, "run", "a.ll", "--extern=twice.ll"), 42, lines, ""},
		{[]string{"run", "--against=a.ll", "--extern=externs.ll", "--extern=twice.ll", "a.ll"}, 0, "", ""},
		{append(with, "--exec-check", "a.ll", "-o", "b.ll", "--extern=twice.ll"), 0, "", ""},
		{append(with, "run", "a.ll"), 1, "", "a.ll:25:10: error: unsupported: @twice is called, but"},
		{append(with, "run", "a.ll"), 1, "", "hint: --extern=FILE.ll"},
		{append(with, "run", "a.ll"), 1, "", "a.ll:25:10: warning: the interpreter lacks functions that the " +
			"program calls, and such a call ends the run: @twice\n"},
		{[]string{"run", "--entry=log", "a.ll"}, 1, "", "function @log does not exist"},
		{append(with, "run", "a.ll", "--extern=wrong.ll"), 1, "", "corolower: wrong.ll:2:8: error: sdiv by zero"},
		{append(with, "run", "a.ll", "--extern=wrong.ll"), 1, "", "corolower: a.ll:25:10: note: called from @main"},
		{[]string{"run", "a.ll", "--extern=main.ll"}, 1, "", "main.ll:1:1: error: @main is defined here, and in a.ll"},
		{[]string{"run", "a.ll", "--extern=broken.ll"}, 1, "", "broken.ll:1:"},
		{[]string{"run", "a.ll", "--extern=none.ll"}, 2, "", "none.ll"},
		{[]string{"run", "a.ll", "--extern=other.ll", "--extern=other.ll"}, 1, "", "is called"},
		{[]string{"a.ll", "-o", "c.ll", "--extern=externs.ll"}, 2, "", "--extern is for --exec-check"},
	} {
		r := command(dir, "", nil, c.args...)
		if r.code != c.code || c.out != "" && r.stdout != c.out || !strings.Contains(r.stderr, c.stderr) ||
			c.stderr == "" && r.stderr != "" {
			t.Errorf("%v: exit code %d, want %d\n%s%s", c.args, r.code, c.code, r.stdout, r.stderr)
		}
	}
}
