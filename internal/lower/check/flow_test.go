package check_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// randomFlow is a function of n blocks with values, uses, suspends and ends strewn over them.
func randomFlow(rnd *rand.Rand, n int) string {
	var b strings.Builder
	b.WriteString("define void @f(i32 %x) presplitcoroutine {\nstart:\n  br label %b0\n")
	for k := range n {
		fmt.Fprintf(&b, "b%d:\n", k)
		for s := range rnd.Intn(5) {
			switch rnd.Intn(5) {
			case 0:
				b.WriteString("  call i8 @llvm.coro.suspend(token none, i1 false)\n")
			case 1:
				if rnd.Intn(2) == 0 {
					b.WriteString("  call void @llvm.coro.end(ptr null, i1 false, token none)\n")
				}
			default:
				fmt.Fprintf(&b, "  %%v%d.%d = add i32 %%x, %d\n", k, s, s)
			}
		}
		switch rnd.Intn(5) {
		case 0:
			b.WriteString("  ret void\n")
		case 1:
			fmt.Fprintf(&b, "  br label %%b%d\n", rnd.Intn(n))
		default:
			fmt.Fprintf(&b, "  switch i32 %%x, label %%b%d [ i32 0, label %%b%d ]\n", rnd.Intn(n), rnd.Intn(n))
		}
	}
	b.WriteString("}\ndeclare i8 @llvm.coro.suspend(token, i1)\ndeclare void @llvm.coro.end(ptr, i1, token)\n")
	return b.String()
}

// crossesByWalk searches a path from behind def to user, through a suspend with no coro.end behind it, that does not come to def again.
func crossesByWalk(def, user *ir.Instr) bool {
	type state struct {
		at        *ir.Instr
		suspended bool
	}
	seen := map[state]bool{}
	work := []state{{def.Next(), false}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.at == def || seen[s] {
			continue
		}
		seen[s] = true
		if s.at == user && s.suspended {
			return true
		}
		switch ir.CoroCall(s.at) {
		case ir.CoroSuspend:
			s.suspended = true
		case ir.CoroEnd:
			s.suspended = false
		}
		if s.at.Next() != nil {
			work = append(work, state{s.at.Next(), s.suspended})
			continue
		}
		for _, b := range s.at.Block().Succs(nil) {
			work = append(work, state{b.First(), s.suspended})
		}
	}
	return false
}

// TestCheckCrossing holds the O(1) answer against a search of all paths. Uses are made by hand: each value is used by another that it
// dominates.
func TestCheckCrossing(t *testing.T) {
	rnd := rand.New(rand.NewSource(3))
	asked, yes := 0, 0
	for round := range 400 {
		text := randomFlow(rnd, 2+rnd.Intn(9))
		m, err := parse.Module("f.ll", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		dom := ir.NewDomTree(f)
		var values []*ir.Instr
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if i.Op == ir.OpAdd && dom.Reachable(b) {
					values = append(values, i)
				}
			}
		}
		crosses := check.CheckCrossing(&pass.Unit{M: m}, f)
		for _, def := range values {
			for _, user := range values {
				if user == def || !dom.InstrDominates(def, user) {
					continue
				}
				old := user.Arg(0)
				user.SetArg(0, def)
				got, want := crosses(def, user.Use(0)), crossesByWalk(def, user)
				user.SetArg(0, old)
				asked++
				if want {
					yes++
				}
				if got != want {
					t.Fatalf("round %d: %%%s used by %%%s: crosses = %v\n%s", round, def.Name(), user.Name(), got, text)
				}
			}
		}
	}
	if asked < 1000 || yes < asked/10 || yes > asked*9/10 {
		t.Errorf("%d of %d cross: the generator is lopsided", yes, asked)
	}
}
