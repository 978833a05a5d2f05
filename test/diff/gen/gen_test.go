// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/diff/gen"
)

// TestModuleIsDeterministic verifies that a seed always yields the same program, because failures
// are reported by seed.
func TestModuleIsDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		if first, second := gen.Module(seed, gen.Opts{}), gen.Module(seed, gen.Opts{}); first != second {
			t.Fatalf("seed %d gives two texts", seed)
		}
	}
}

// TestDialectsAreOneProgram verifies that a portable program has the same events in all dialects.
func TestDialectsAreOneProgram(t *testing.T) {
	tags := func(text string) string {
		var out []string
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "call void @rt_trace(i64 ") {
				_, rest, _ := strings.Cut(line, "@rt_trace(i64 ")
				tag, _, _ := strings.Cut(rest, ",")
				out = append(out, tag)
			}
		}
		return strings.Join(out, " ")
	}
	for seed := range uint64(20) {
		want := tags(gen.Module(seed, gen.Opts{Portable: true}))
		for _, d := range []gen.Dialect{gen.LLVM19, gen.LLVM14} {
			if got := tags(gen.Module(seed, gen.Opts{Portable: true, Dialect: d})); got != want {
				t.Errorf("seed %d: dialect %d is another program", seed, d)
			}
		}
	}
}

// TestVariety verifies that every feature of the generator occurs in some seeds.
func TestVariety(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(60) {
		all.WriteString(gen.Module(seed, gen.Opts{}))
	}
	for _, want := range []string{
		"coro.save", "i1 true)", "coro.alloc(", "coro.size.i32", "coro.align.i64", "coro.promise(", "coro.frame()",
		"coro.noop()", "coro.is_in_ramp", "coro.await.suspend.handle(", "coro.await.suspend.bool(",
		"coro.await.suspend.void(", "lifetime.start", "lifetime.end", "invoke", "landingpad", "byval(", "noalias",
		"!coro.outside.frame", "optnone", "i128", "<4 x i32>", "align 64", "alloca i24", "select i1", "@rt_stash",
		"@rt_use_via", "switch i64", "token none, ptr", "phi ptr",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no module has %q", want)
		}
	}
}

// TestModulesVerify verifies that LLVM's verifier accepts every module in its dialect.
func TestModulesVerify(t *testing.T) {
	for _, c := range []struct {
		tool string
		o    gen.Opts
	}{
		{"opt-22", gen.Opts{}},
		{"opt-22", gen.Opts{Hard: true}},
		{"opt-19", gen.Opts{Dialect: gen.LLVM19}},
		{"opt-14", gen.Opts{Dialect: gen.LLVM14, Portable: true}},
	} {
		t.Run(fmt.Sprintf("%s hard=%t", c.tool, c.o.Hard), func(t *testing.T) {
			if _, err := exec.LookPath(c.tool); err != nil {
				t.Skipf("%s is not installed", c.tool)
			}
			path := filepath.Join(t.TempDir(), "m.ll")
			for seed := range uint64(10) {
				if err := os.WriteFile(path, []byte(gen.Module(seed, c.o)), 0o644); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(c.tool, "-passes=verify", "-disable-output",
					path).CombinedOutput(); err != nil {
					t.Errorf("seed %d: %v\n%s", seed, err, out)
				}
			}
		})
	}
}
