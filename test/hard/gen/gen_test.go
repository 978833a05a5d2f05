// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/hard/gen"
)

// TestSame checks that a seed always gives the same program.
func TestSame(t *testing.T) {
	for seed := range uint64(50) {
		p := gen.Generate(seed)
		first := p.String()
		if p.String() != first || gen.Generate(seed).String() != first {
			t.Errorf("seed %d: two programs", seed)
		}
	}
}

// TestOff checks that programs do not contain the text of features that are off.
func TestOff(t *testing.T) {
	words := map[string]string{"longjmp": "@longjmp", "masked": "llvm.masked", "byval": "byval", "spin": "@rt_spawn",
		"await": "coro.await",
		"exit":  "@exit", "elide-safe": "coro_elide_safe", "markers": "lifetime",
		"await-self": ".await1(", "queue": "@rt_queue", "setjmp": "@_setjmp",
		"struct-handle": "{ { ptr } }", "thread": "@rt_thread", "calc": "ptrtoint (ptr @rt_base"}
	with := map[string]int{}
	for seed := range uint64(250) {
		all := gen.Generate(seed).String()
		for feature, word := range words {
			if !strings.Contains(all, word) {
				continue
			}
			with[feature]++
			if text := gen.Generate(seed, feature).String(); strings.Contains(text, word) {
				t.Fatalf("seed %d has %s without %s", seed, word, feature)
			}
		}
	}
	for feature := range words {
		if with[feature] < 2 {
			t.Errorf("%d of 250 programs have %s", with[feature], feature)
		}
	}
}

// TestSmaller removes every statement from programs, one by one, and checks that LLVM reads the
// rest.
func TestSmaller(t *testing.T) {
	if _, err := exec.LookPath("opt-22"); err != nil {
		t.Skip("opt-22 is not installed")
	}
	var list []*gen.Program
	for seed := range uint64(12) {
		p := gen.Generate(seed)
		for k := uint64(0); ; k++ {
			smaller := p.Smaller()
			if len(smaller) == 0 {
				break
			}
			q := smaller[(seed*31+k*17)%uint64(len(smaller))]
			if q.Size() > p.Size() {
				t.Fatalf("seed %d: larger, %d after %d", seed, q.Size(), p.Size())
			}
			if p = q; k%7 == 0 {
				list = append(list, p)
			}
			if k > 200 {
				break
			}
		}
	}
	for _, witness := range []bool{false, true} {
		cmd := exec.Command("opt-22", "-passes=verify", "-disable-output")
		cmd.Stdin = strings.NewReader(gen.Module(list, witness))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("witness %t: %v\n%.2000s", witness, err, out)
		}
	}
}
