// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
)

var update = flag.Bool("update", false, "write what comes out as the expected output")

func load(t testing.TB, text string) *ir.Module {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if strings.HasPrefix(text, "; version 19") {
		m.Version = 19
	}
	return m
}

// apply runs a pass over every definition and verifies the result.
func apply(t testing.TB, m *ir.Module, pass func(*ir.Func) bool) {
	t.Helper()
	for _, f := range m.Funcs {
		if f.Declared {
			continue
		}
		pass(f)
		if l := ir.VerifyFunc(f); len(l) > 0 {
			t.Errorf("@%s is broken: %v\n%s", f.Name, l, emit.FuncString(f))
		}
	}
}

// TestGolden runs each pass over the files of its directory. The expected texts are LLVM's output
// for the same input.
func TestGolden(t *testing.T) {
	for dir, pass := range map[string]func(*ir.Func) bool{"unreachable": opt.RemoveUnreachable,
		"simplifycfg": opt.SimplifyCFG} {
		files, _ := filepath.Glob(filepath.Join("testdata", dir, "*.ll"))
		if len(files) == 0 {
			t.Errorf("no files for %s", dir)
		}
		for _, file := range files {
			t.Run(dir+"/"+filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				m := load(t, string(text))
				apply(t, m, pass)
				got := emit.Module(m)
				want := strings.TrimSuffix(file, ".ll") + ".out"
				if *update {
					if err := os.WriteFile(want, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				exp, err := os.ReadFile(want)
				if err != nil {
					t.Fatal(err)
				}
				if string(exp) != string(got) {
					t.Errorf("got:\n%s\nwant:\n%s", got, exp)
				}
				// A second run must change nothing.
				for _, f := range m.Funcs {
					if !f.Declared && pass(f) {
						t.Errorf("@%s changes again:\n%s", f.Name, emit.FuncString(f))
					}
				}
			})
		}
	}
}

// shapes maps names to builders of large functions with a given number of blocks.
var shapes = map[string]func(n int) string{
	// a chain of blocks in reverse layout order, each with an instruction
	"chain": func(n int) string {
		return large(n, "  br label %b"+num(n-1), func(b *strings.Builder, i int) {
			k := n - 1 - i
			b.WriteString("b" + num(k) + ":\n  call void @use(i32 " + num(k) + ")\n")
			if k == 0 {
				b.WriteString("  ret i32 0\n")
			} else {
				b.WriteString("  br label %b" + num(k-1) + "\n")
			}
		})
	},
	// a chain of empty blocks with many predecessors
	"empties": func(n int) string {
		return large(n, switchTo(n, "b0"), func(b *strings.Builder, i int) {
			b.WriteString("b" + num(i) + ":\n")
			if i == n-1 {
				b.WriteString("  ret i32 0\n")
			} else {
				b.WriteString("  br label %b" + num(i+1) + "\n")
			}
		})
	},
	// a switch over many empty blocks that branch to a join with one value each
	"join": func(n int) string {
		return large(n, switchTo(n-1, ""), func(b *strings.Builder, i int) {
			b.WriteString("b" + num(i) + ":\n")
			if i < n-1 {
				b.WriteString("  call void @use(i32 1)\n  br label %b" + num(n-1) + "\n")
				return
			}
			b.WriteString("  %p = phi i32 ")
			for k := range n - 1 {
				if k > 0 {
					b.WriteString(", ")
				}
				b.WriteString("[ " + num(k) + ", %b" + num(k) + " ]")
			}
			b.WriteString("\n  ret i32 %p\n")
		})
	},
	// the same, but the blocks are unreachable
	"dead": func(n int) string {
		return large(n, "  br label %b"+num(n-1), func(b *strings.Builder, i int) {
			b.WriteString("b" + num(i) + ":\n")
			if i < n-1 {
				b.WriteString("  br label %b" + num(n-1) + "\n")
				return
			}
			b.WriteString("  %p = phi i32 [ 7, %entry ]")
			for k := range n - 1 {
				b.WriteString(", [ " + num(k) + ", %b" + num(k) + " ]")
			}
			b.WriteString("\n  ret i32 %p\n")
		})
	},
	// every block returns
	"returns": func(n int) string {
		return large(n, switchTo(n, ""), func(b *strings.Builder, i int) {
			b.WriteString("b" + num(i) + ":\n  ret i32 " + num(i) + "\n")
		})
	},
	// a switch whose cases all have the default destination
	"cases": func(n int) string {
		return large(2, switchTo(n, "b0"), func(b *strings.Builder, i int) {
			b.WriteString("b" + num(i) + ":\n  ret i32 1\n")
		})
	},
}

func large(n int, entry string, block func(*strings.Builder, int)) string {
	var b strings.Builder
	b.WriteString("declare void @use(i32)\ndefine i32 @f(i32 %x) {\nentry:\n" + entry + "\n")
	for i := range n {
		block(&b, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// switchTo returns a switch of n cases to b0, b1 ..., or all to one block.
func switchTo(n int, one string) string {
	var b strings.Builder
	b.WriteString("  switch i32 %x, label %b0 [\n")
	for k := range n {
		to := one
		if to == "" {
			to = "b" + num(k)
		}
		b.WriteString("    i32 " + num(k) + ", label %" + to + "\n")
	}
	b.WriteString("  ]")
	return b.String()
}

// TestScale runs large inputs, which would not finish with quadratic cost, and verifies the
// results.
func TestScale(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			m := load(t, shape(20000))
			f, _ := m.Func("f")
			opt.SimplifyCFG(f)
			if errs := ir.VerifyFunc(f); len(errs) > 0 {
				t.Error(errs)
			}
		})
	}
}
