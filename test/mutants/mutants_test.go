// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMutants checks some mutants and ignores known failures.
func TestMutants(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	count := 2500
	if testing.Short() {
		count = 300
	}
	h := &hunt{root: filepath.Join("..", ".."), dir: t.TempDir(), first: 1, count: count}
	res, err := h.run()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(res)
	for sign, f := range res.found {
		if !slices.ContainsFunc(known, func(k knownFailure) bool { return strings.Contains(sign, k.part) }) {
			t.Errorf("mutant %d with %s: %s\n%s", f.number, f.mode, f.what, f.text)
		}
	}
	if 2*res.taken < res.mutants {
		t.Errorf("LLVM takes only %d of %d mutants: they show little", res.taken, res.mutants)
	}
}

// TestJudge verifies the judge's verdicts for simple cases.
func TestJudge(t *testing.T) {
	if _, err := libLLVM(); err != nil {
		t.Skip(err)
	}
	exe := filepath.Join(t.TempDir(), "judge")
	if err := buildJudge(filepath.Join("testdata", "judge.c"), exe); err != nil {
		t.Fatal(err)
	}
	j, err := newJudge(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer j.close()
	for _, c := range []struct {
		text string
		want byte
	}{
		{"define void @f() {\n  ret void\n}\n", accepted},
		{"define void @f() {\n", malformed},
		{"define i32 @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n  %x = add i32 1, 2\n  br label %d\nd:\n" +
			"  ret i32 %x\n}\n", invalid},
	} {
		if v, message, err := j.ask('v', []byte(c.text)); err != nil || v != c.want {
			t.Errorf("%q: %c %s %v, want %c", c.text, v, message, err, c.want)
		}
	}
}

// TestReduce verifies that reduce removes all irrelevant parts, and nothing else.
func TestReduce(t *testing.T) {
	text := []byte("a\nb c d\ne\nf\n")
	got := reduce(text, func(b []byte) bool { return bytes.Contains(b, []byte("c")) && bytes.Contains(b, []byte("f")) })
	if string(got) != "c f" && string(got) != "c f\n" && string(got) != "c \nf\n" {
		t.Errorf("reduced to %q", got)
	}
}
