// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

import (
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

func num(n int) string { return strconv.Itoa(n) }

// randomFunc returns a well-formed function with a random graph: constant and foldable branches,
// switches with repeated targets, phis, calls that do not return, invokes.
func randomFunc(r *rand.Rand) string {
	n := 3 + r.Intn(10)
	type block struct{ body, term []string }
	blocks := make([]block, n)
	preds := make([][]int, n+1)
	vals := []string{"%a", "%b", "%e", "0", "1", "7"}
	val := func() string { return vals[r.Intn(len(vals))] }
	for i := range blocks {
		b := &blocks[i]
		to := func() string {
			k := 1 + r.Intn(n-1)
			preds[k] = append(preds[k], i)
			return "label %b" + num(k)
		}
		if i == 0 {
			b.body = append(b.body, "%e = add i32 %a, 3")
		}
		if r.Intn(2) == 0 {
			b.body = append(b.body, "call void @use(i32 "+val()+")")
		}
		switch r.Intn(20) {
		case 0:
			b.body = append(b.body, "store i32 1, ptr null")
		case 1:
			b.body = append(b.body, "call void @die() noreturn")
		}
		cond := "%c"
		switch r.Intn(3) {
		case 0:
			cond = []string{"true", "false"}[r.Intn(2)]
		case 1:
			cond = "%c" + num(i)
			b.body = append(b.body, cond+" = icmp eq i32 "+val()+", "+val())
		}
		switch r.Intn(6) {
		case 0:
			b.term = []string{"ret i32 " + val()}
		case 1:
			b.term = []string{"br " + to()}
		case 2:
			b.term = []string{"unreachable"}
		case 3:
			b.term = []string{"br i1 " + cond + ", " + to() + ", " + to()}
		case 4:
			s := "switch i32 " + val() + ", " + to() + " ["
			for k := range r.Intn(4) {
				s += " i32 " + num(k) + ", " + to()
			}
			b.term = []string{s + " ]"}
		case 5:
			callee := []string{"@use", "@nothrow"}[r.Intn(2)]
			b.term = []string{"invoke void " + callee + "(i32 " + val() + ") to " + to() + " unwind label %pad"}
			preds[n] = append(preds[n], i)
		}
	}
	var w strings.Builder
	w.WriteString("declare void @use(i32)\ndeclare void @nothrow(i32) nounwind\ndeclare void @die()\n" +
		"declare i32 @pers(...)\n")
	w.WriteString("define i32 @f(i32 %a, i32 %b, i1 %c) personality ptr @pers {\n")
	for i, b := range blocks {
		w.WriteString("b" + num(i) + ":\n")
		if len(preds[i]) > 0 && r.Intn(3) > 0 {
			w.WriteString("  %p" + num(i) + " = phi i32 ")
			came := map[int]string{}
			for k, p := range preds[i] {
				if k > 0 {
					w.WriteString(", ")
				}
				if came[p] == "" {
					came[p] = val()
				}
				w.WriteString("[ " + came[p] + ", %b" + num(p) + " ]")
			}
			w.WriteString("\n  call void @use(i32 %p" + num(i) + ")\n")
		}
		for _, s := range append(b.body, b.term...) {
			w.WriteString("  " + s + "\n")
		}
	}
	if len(preds[n]) > 0 {
		w.WriteString("pad:\n  %l = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %l\n")
	}
	w.WriteString("}\n")
	return w.String()
}

// TestRandom checks that the passes keep random functions well-formed, leave nothing unreachable,
// and reach a fixed point.
func TestRandom(t *testing.T) {
	for seed := range int64(400) {
		text := randomFunc(rand.New(rand.NewSource(seed)))
		for _, version := range []ir.Version{19, 22} {
			m := load(t, text)
			m.Version = version
			apply(t, m, opt.RemoveUnreachable)
			f, _ := m.Func("f")
			opt.RemoveUnreachable(f) // the first run may leave conditions that only its deletions made constant
			if again := opt.RemoveUnreachable(f); again {
				t.Errorf("seed %d: unreachable code is left after two runs", seed)
			}
			apply(t, m, opt.SimplifyCFG)
			if opt.SimplifyCFG(f) {
				t.Errorf("seed %d: no fixed point", seed)
			}
			if t.Failed() {
				t.Fatalf("seed %d:\n%s", seed, text)
			}
		}
	}
}

// withMemory adds variables and redundant computations to a random function.
func withMemory(r *rand.Rand, text string) string {
	var w strings.Builder
	for k, line := range strings.Split(text, "\n") {
		n := num(k)
		switch at := strings.Index(line, "call void @use(i32 "); {
		case strings.HasPrefix(line, "b0:"):
			line += "\n  %v = alloca i32\n  %w = alloca { i32, i32 }\n  store i32 %a, ptr %v"
		case at < 0 || r.Intn(4) == 0:
		case r.Intn(3) == 0:
			line = "  store i32 " + line[at+19:len(line)-1] + ", ptr " + []string{"%v", "%w", "@g"}[r.Intn(3)]
		case r.Intn(3) == 0:
			line = "  %q" + n + " = icmp slt i32 " + line[at+19:len(line)-1] + ", %a\n" +
				"  %z" + n + " = zext i1 %q" + n + " to i32\n  store i32 %z" + n + ", ptr %v"
		default:
			line = "  %x" + n + " = load i32, ptr " + []string{"%v", "%w", "@g"}[r.Intn(3)] + "\n" +
				"  %y" + n + " = add i32 %x" + n + ", " +
				line[at+19:len(line)-1] + "\n  call void @use(i32 %y" + n + ")"
		}
		w.WriteString(line + "\n")
	}
	return w.String() + "@g = global i32 0\n"
}

// TestSettle checks that no pass changes a settled function, and that many functions are settled.
func TestSettle(t *testing.T) {
	l := layout(t)
	settled := 0
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		m := load(t, withMemory(r, randomFunc(r)))
		f, _ := m.Func("f")
		if !opt.Settle(m, f, l) {
			continue
		}
		settled++
		before := emit.FuncString(f)
		if changed := opt.Simplify(m, f, l); changed || emit.FuncString(f) != before {
			t.Fatalf("seed %d: of\n%s\nthat is settled comes\n%s", seed, before, emit.FuncString(f))
		}
	}
	if settled < 1000 {
		t.Errorf("%d of 3000 functions are settled", settled)
	}
}
