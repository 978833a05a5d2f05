// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"math/rand/v2"
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

// TestPick verifies that a new seed changes a small part of the choices, and that each seed is chosen.
func TestPick(t *testing.T) {
	var texts []string
	for k := range 100 {
		texts = append(texts, strings.Repeat("x\n", k+1))
	}
	choices := func(texts []string) (list []uint64) {
		m := newMutator(texts)
		r := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			list = append(list, m.pick(r).hash)
		}
		return list
	}
	before, after := choices(texts), choices(append([]string{"new\n"}, texts...))
	changed, times := 0, map[uint64]int{}
	for k := range before {
		times[before[k]]++
		if before[k] != after[k] {
			changed++
		}
	}
	if len(times) != len(texts) {
		t.Errorf("%d of %d seeds were chosen", len(times), len(texts))
	}
	if changed == 0 || changed > 60 { // 20 on average
		t.Errorf("a new seed changes %d of %d choices", changed, len(before))
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
