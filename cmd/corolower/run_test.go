// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
)

const printsThree = `declare i32 @putchar(i32)
define i32 @main() {
  %r = call i32 @putchar(i32 51)
  ret i32 5
}
`

// TestAgainst compares two programs, and a program with its lowering.
func TestAgainst(t *testing.T) {
	dir := workDir(t)
	put(t, dir, "a.ll", printsThree)
	put(t, dir, "b.ll", strings.Replace(printsThree, "51", "52", 1))
	put(t, dir, "broken.ll", "define")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"run", "a.ll"}, 5, ""},
		{[]string{"run", "--against=a.ll", "a.ll"}, 0, ""},
		{[]string{"run", "--against=b.ll", "a.ll"}, 1,
			"b.ll:3:8: error: this program writes \"4\" to stdout, and the original writes \"3\" to stdout"},
		{[]string{"run", "--against=broken.ll", "a.ll"}, 1, "broken.ll:1:"},
		{[]string{"run", "--against=none.ll", "a.ll"}, 2, "none.ll"},
		{[]string{"run", "--against=a.ll", "--leaks", "a.ll"}, 2, "--against"},
		{[]string{"run", "--schedules=3", "a.ll"}, 5, ""},
		{[]string{"run", "--schedules=-1", "a.ll"}, 2, "negative"},
		{[]string{"--exec-check", "a.ll", "-o", "out.ll"}, 0, ""},
		{[]string{"--exec-check=none", "a.ll", "-o", "no.ll"}, 1, "function @none does not exist"},
	} {
		r := command(dir, "", nil, c.args...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) || c.want == "" && r.stderr != "" {
			t.Errorf("%v: exit code %d, want %d\n%s", c.args, r.code, c.code, r.stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "no.ll")); err == nil {
		t.Error("output is written although the check failed")
	}
}

// TestSchedules checks that a race is found under some seed, and that this seed finds it again.
func TestSchedules(t *testing.T) {
	dir := workDir(t)
	put(t, dir, "race.ll", `@n = global i32 0
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
define ptr @add(ptr %unused) {
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %x = load i32, ptr @n
  %y = add i32 %x, 1
  store i32 %y, ptr @n
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %out
out:
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %r = call i32 @pthread_create(ptr %t, ptr null, ptr @add, ptr null)
  %u = call ptr @add(ptr null)
  %h = load i64, ptr %t
  %j = call i32 @pthread_join(i64 %h, ptr null)
  %n = load i32, ptr @n
  %lost = icmp ne i32 %n, 2000
  %code = zext i1 %lost to i32
  ret i32 %code
}
`)
	r := command(dir, "", nil, "run", "--schedules=200", "race.ll")
	if r.code != 1 || !strings.Contains(r.stderr, "error: the program ends with exit code") {
		t.Fatalf("exit code %d\n%s", r.code, r.stderr)
	}
	_, seed, _ := strings.Cut(r.stderr, "; --seed=")
	seed, _, _ = strings.Cut(seed, " ")
	first, again := command(dir, "", nil, "run", "race.ll"), command(dir, "", nil, "run", "--seed="+seed, "race.ll")
	if first.code == again.code {
		t.Errorf("seed %s ends with exit code %d, as the default does", seed, again.code)
	}
}

// TestReduceInterrupted checks that a reduction writes the best module so far if a signal ends it. The
// command sends the signal when the module has no @other any more.
func TestReduceInterrupted(t *testing.T) {
	if signal.Ignored(os.Interrupt) {
		t.Skip("the signal is ignored")
	}
	dir := workDir(t)
	put(t, dir, "a.ll", printsThree+"define void @other() {\n  ret void\n}\n")
	cmd := exec.Command("sh", "-c", `echo $$ > pid
exec "$0" reduce a.ll --check='grep -q @other {} || { kill -INT $(cat pid); exec sleep 60; }' -o small.ll`, binary)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	small, _ := os.ReadFile(filepath.Join(dir, "small.ll"))
	if err == nil || !strings.Contains(string(out), "interrupted") || !strings.Contains(string(small), "@other") {
		t.Errorf("error %v\n%s\nsmall.ll:\n%s", err, out, small)
	}
}

func TestReduce(t *testing.T) {
	dir := workDir(t)
	put(t, dir, "a.ll", printsThree+"define void @other() {\n  ret void\n}\n")
	put(t, dir, "broken.ll", "define")
	put(t, dir, "bits.ll", "BC\xc0\xde")
	if r := command(dir, "", nil, "run", "bits.ll"); r.code != 1 || !strings.Contains(r.stderr, "llvm-dis bits.ll") {
		t.Errorf("bitcode: exit code %d\n%s", r.code, r.stderr)
	}
	r := command(dir, "", nil, "reduce", "a.ll", "--check=grep -q 'putchar(i32 51)' {}")
	if want := "declare i32 @putchar(i32)\n\ndefine i32 @main() {\n  %r = call i32 @putchar(i32 51)\n  ret i32 5\n" +
		"}\n"; r.code != 0 || strings.TrimSpace(r.stdout) != strings.TrimSpace(want) {
		t.Errorf("exit code %d\n%s\n%s", r.code, r.stdout, r.stderr)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"a.ll"}, 2, "--check"},
		{[]string{"--check=true {}"}, 2, "reduce takes a file"},
		{[]string{"a.ll", "--check=true"}, 2, "{}"},
		{[]string{"none.ll", "--check=true {}"}, 2, "none.ll"},
		{[]string{"broken.ll", "--check=true {}"}, 1, "broken.ll:1:"},
		{[]string{"a.ll", "--check=false {}"}, 1, "there is nothing to keep"},
		{[]string{"a.ll", "--check=true {}", "-o", "a.ll"}, 2, "a.ll"},
		{[]string{"bits.ll", "--check=true {}"}, 1, "llvm-dis bits.ll"},
	} {
		if r := command(dir, "", nil, append([]string{"reduce"}, c.args...)...); r.code != c.code ||
			!strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: exit code %d, want %d\n%s", c.args, r.code, c.code, r.stderr)
		}
	}
}
