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

var stubsForAll = []string{"--extern=now=42", "--extern=get=arg2", "--extern=scale=2.5", "--extern=log=print",
	"--extern=pair=arg1", "--extern=wide=0x123450000000000000000", "--extern=twice=@abs"}

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
	put(t, dir, "now.ll", "define weak i32 @now() {\n  ret i32 1\n}\n")
	put(t, dir, "main.ll", "define i32 @main() {\n  ret i32 3\n}\n")
	put(t, dir, "wrong.ll", "define i32 @twice(i32 %x) {\n  %y = sdiv i32 %x, 0\n  ret i32 %y\n}\n")
	put(t, dir, "broken.ll", "define")
	put(t, dir, "other.ll", "target datalayout = \"e-p:64:64-i64:32\"\n")
	const lines = "log(-3, \"%d %d %g %d %lx\\n\", @g)\nlog(4, null, @main)\n42 7 2.5 7 12345\n"
	without := func(name string) []string {
		var list []string
		for _, s := range stubsForAll {
			if !strings.HasPrefix(s, "--extern="+name+"=") {
				list = append(list, s)
			}
		}
		return list
	}
	all := func(more ...string) []string { return append(append([]string{"run", "a.ll"}, stubsForAll...), more...) }
	for _, c := range []struct {
		args        []string
		code        int
		out, stderr string
	}{
		{all(), 21, lines, ""},
		{append(without("twice"), "run", "a.ll", "--extern=twice.ll"), 42, lines, ""},
		{append([]string{"run", "--against=a.ll", "--extern=twice.ll", "a.ll"}, without("twice")...), 0, "", ""},
		{append(without("twice"), "--exec-check", "a.ll", "-o", "b.ll", "--extern=twice.ll"), 0, "", ""},
		{append(without("twice"), "run", "a.ll"), 1, "", "a.ll:25:10: error: unsupported: @twice is called, but"},
		{append(without("twice"), "run", "a.ll"), 1, "", "hint: --extern=twice=0"},
		{append(without("twice"), "run", "a.ll"), 1, "", "a.ll:25:10: warning: the interpreter lacks functions that the " +
			"program calls, and such a call ends the run: @twice\n"},
		{[]string{"run", "--entry=log", "a.ll"}, 1, "", "function @log does not exist"},
		{append(without("twice"), "run", "a.ll", "--extern=wrong.ll"), 1, "",
			"corolower: wrong.ll:2:8: error: sdiv by zero"},
		{append(without("twice"), "run", "a.ll", "--extern=wrong.ll"), 1, "", "corolower: a.ll:25:10: note: called from @main"},
		{all("--extern=now.ll"), 1, "", "now.ll:1:1: error: --extern=now=42: @now has a definition"},
		{[]string{"run", "a.ll", "--extern=main.ll"}, 1, "", "main.ll:1:1: error: @main is defined here, and in a.ll"},
		{[]string{"run", "a.ll", "--extern=broken.ll"}, 1, "", "broken.ll:1:"},
		{[]string{"run", "a.ll", "--extern=none.ll"}, 2, "", "none.ll"},
		{[]string{"run", "a.ll", "--extern=other.ll", "--extern=other.ll"}, 1, "", "is called"},
		{[]string{"run", "a.ll", "--extern=nothing=1"}, 2, "", "does not declare a function @nothing"},
		{[]string{"run", "a.ll", "--extern=now=x"}, 2, "", "'x' is no number"},
		{[]string{"run", "a.ll", "--extern=now=arg0"}, 2, "", "the first argument is arg1"},
		{[]string{"run", "a.ll", "--extern=now=arg1"}, 1, "", "a.ll:1:1: error: --extern=now=arg1: @now has 0 parameters"},
		{[]string{"run", "a.ll", "--extern=now=0x100000000"}, 1, "", "0x100000000 does not fit"},
		{[]string{"run", "a.ll", "--extern=now=1.5"}, 1, "", "1.5 is no integer"},
		{[]string{"run", "a.ll", "--extern=log=1"}, 1, "", "returns void: only 0"},
		{[]string{"run", "a.ll", "--extern=get=arg1"}, 1, "", "returns ptr, and its argument 1 is i64"},
		{[]string{"run", "a.ll", "--extern=now=alloc:4"}, 1, "", "returns i32, which is no pointer"},
		{[]string{"run", "a.ll", "--extern=get=alloc:arg2"}, 1, "", "argument 2 is ptr, which is no size"},
		{[]string{"run", "a.ll", "--extern=get=alloc:0"}, 2, "", "'0' is no size"},
		{[]string{"run", "a.ll", "--extern=now=@nowhere"}, 1, "", "no file and not the library has a function @nowhere"},
		{[]string{"a.ll", "-o", "c.ll", "--extern=now=1"}, 2, "", "--extern is for --exec-check"},
	} {
		r := command(dir, "", nil, c.args...)
		if r.code != c.code || c.out != "" && r.stdout != c.out || !strings.Contains(r.stderr, c.stderr) ||
			c.stderr == "" && r.stderr != "" {
			t.Errorf("%v: exit code %d, want %d\n%s%s", c.args, r.code, c.code, r.stdout, r.stderr)
		}
	}
	// Memory of a stub is undefined, and has a size.
	r := command(dir, "", nil, append(append([]string{"run", "a.ll"}, without("get")...), "--extern=get=alloc:arg1")...)
	if r.code != 1 || !strings.Contains(r.stderr, "argument 3 of a format is undefined") &&
		!strings.Contains(r.stderr, "argument 2 of a format is undefined") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}
