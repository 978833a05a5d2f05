// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diff_test

// Randomly nested exception pads, with unwind edges that are mostly but not always valid: our
// verifier must agree with LLVM's.

import (
	"fmt"
	"math/rand"
	"os/exec"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// pad is a pad in a function of nested pads. Its number is its index in the list of pads.
type pad struct {
	op     string // catchswitch, catchpad, cleanuppad
	parent int    // -1: none
}

// padFunc generates one function.
type padFunc struct {
	*rand.Rand
	strings.Builder
	pads  []pad
	dest  map[int]int // the target of earlier exceptions that leave a pad; -1: the caller
	calls int
}

func newPadFunc(seed int64) string {
	g := &padFunc{Rand: rand.New(rand.NewSource(seed)), dest: map[int]int{}}
	for range 1 + g.Intn(6) {
		parent := -1
		if k := g.Intn(len(g.pads) + 1); k < len(g.pads) && g.pads[k].op != "catchswitch" {
			parent = k
		}
		if g.Intn(3) > 0 {
			g.pads = append(g.pads, pad{"cleanuppad", parent})
			continue
		}
		g.pads = append(g.pads, pad{"catchswitch", parent})
		for sw, n := len(g.pads)-1, 1+g.Intn(2); n > 0; n-- {
			g.pads = append(g.pads, pad{"catchpad", sw})
		}
	}
	g.WriteString("declare void @g()\ndeclare i32 @__CxxFrameHandler3(...)\n" +
		"define void @f() personality ptr @__CxxFrameHandler3 {\n")
	g.invokes(-1)
	g.WriteString("  ret void\n")
	for k := range g.pads {
		g.block(k)
	}
	g.WriteString("exit:\n  ret void\n}\n")
	return g.String()
}

func token(k int) string {
	if k < 0 {
		return "none"
	}
	return fmt.Sprintf("%%p%d", k)
}

func unwind(to int) string {
	if to < 0 {
		return "unwind to caller"
	}
	return fmt.Sprintf("unwind label %%b%d", to)
}

// leave chooses the target of exceptions that leave a pad: mostly the same as before, and mostly a
// valid one.
func (g *padFunc) leave(from int) int {
	if to, ok := g.dest[from]; ok && g.Intn(6) > 0 {
		return to
	}
	around := map[int]bool{-1: true} // the pad and those that contain it
	for k := from; k >= 0; k = g.pads[k].parent {
		around[k] = true
	}
	to := []int{-1}
	for k, p := range g.pads {
		if p.op != "catchpad" && (around[p.parent] && !around[k] || g.Intn(20) == 0) {
			to = append(to, k)
		}
	}
	g.dest[from] = to[g.Intn(len(to))]
	return g.dest[from]
}

// invokes writes invokes that enter the pads nested in a funclet, and sometimes one that leaves the
// funclet.
func (g *padFunc) invokes(within int) {
	invoke := func(to int) {
		bundle := ""
		if within >= 0 {
			bundle = fmt.Sprintf(" [ \"funclet\"(token %%p%d) ]", within)
		}
		g.calls++
		fmt.Fprintf(g, "  invoke void @g()%s to label %%c%d unwind label %%b%d\nc%d:\n", bundle, g.calls, to, g.calls)
	}
	for k, p := range g.pads {
		if p.parent == within && p.op != "catchpad" {
			invoke(k)
		}
	}
	if within >= 0 && g.Intn(2) == 0 {
		if to := g.leave(within); to >= 0 {
			invoke(to)
		}
	}
}

func (g *padFunc) block(k int) {
	p := g.pads[k]
	fmt.Fprintf(g, "b%d:\n", k)
	switch p.op {
	case "catchswitch":
		var handlers []string
		for h, q := range g.pads {
			if q.parent == k && q.op == "catchpad" {
				handlers = append(handlers, fmt.Sprintf("label %%b%d", h))
				if _, ok := g.dest[h]; !ok && g.Intn(6) > 0 {
					g.dest[h] = g.leave(k)
				}
			}
		}
		fmt.Fprintf(g, "  %%p%d = catchswitch within %s [%s] %s\n", k, token(p.parent), strings.Join(handlers, ", "),
			unwind(g.leave(k)))
	case "catchpad":
		fmt.Fprintf(g, "  %%p%d = catchpad within %s [ptr null, i32 64, ptr null]\n", k, token(p.parent))
		g.invokes(k)
		fmt.Fprintf(g, "  catchret from %%p%d to label %%exit\n", k)
	default:
		fmt.Fprintf(g, "  %%p%d = cleanuppad within %s []\n", k, token(p.parent))
		g.invokes(k)
		fmt.Fprintf(g, "  cleanupret from %%p%d %s\n", k, unwind(g.leave(k)))
	}
}

func TestVerifiersAgreeOnFunclets(t *testing.T) {
	if _, err := exec.LookPath("opt-22"); err != nil {
		t.Skip(err)
	}
	const count = 150
	sound := 0
	for seed := int64(1); seed <= count; seed++ {
		text := newPadFunc(seed)
		cmd := exec.Command("opt-22", "-passes=verify", "-disable-output")
		cmd.Stdin = strings.NewReader(text)
		theirs, err := cmd.CombinedOutput()
		m, perr := parse.Module("f.ll", []byte(text))
		if perr != nil {
			t.Fatalf("seed %d: %v\n%s", seed, perr, text)
		}
		ours := ir.Verify(m)
		if (err == nil) != (len(ours) == 0) {
			t.Errorf("seed %d: LLVM says %q, we say %v\n%s", seed, theirs, ours, text)
		}
		if err == nil {
			sound++
		}
	}
	if sound < count/5 || sound > count*4/5 {
		t.Errorf("%d of %d functions are sound: too one-sided to tell much", sound, count)
	}
}
