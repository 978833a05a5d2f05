// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// graph makes a function of n blocks with random edges. Each block except the entry may hold a
// suspend or an end.
func graph(r *rand.Rand, n int) (f *ir.Func, suspends, ends []*ir.Instr) {
	m := ir.NewModule(nil)
	f = ir.NewFunc(m, "f", m.Types.Func(m.Types.Void(), nil, false))
	m.AddFunc(f)
	blocks := make([]*ir.Block, n)
	for k := range blocks {
		blocks[k] = f.NewBlock("", nil)
	}
	suspend := make([]bool, n)
	for k, b := range blocks {
		mark := m.NewInstr(ir.OpFreeze, m.Types.Int(8), m.ConstInt(m.Types.Int(8), 0))
		b.Append(mark)
		switch r.Intn(5) {
		case 0:
			if k > 0 {
				suspend[k] = true
				s := m.NewInstr(ir.OpFreeze, m.Types.Int(8), m.NoneToken())
				b.Append(s)
				suspends = append(suspends, s)
			}
		case 1:
			if k > 0 && r.Intn(3) == 0 {
				ends = append(ends, mark)
			}
		}
		var t *ir.Instr
		switch x := r.Intn(6); {
		case x == 0:
			t = m.NewInstr(ir.OpRet, m.Types.Void())
		case x < 3 || suspend[k]:
			t = m.NewInstr(ir.OpBr, m.Types.Void(), blocks[1+r.Intn(n-1)])
		default:
			t = m.NewInstr(ir.OpBr, m.Types.Void(), m.Bool(true), blocks[1+r.Intn(n-1)], blocks[1+r.Intn(n-1)])
		}
		b.Append(t)
	}
	return f, suspends, ends
}

// naive computes the relation by its definition on sets: for each block, the blocks from which it
// is reached past a suspend without meeting them again, iterated to a fixed point, and whether it
// is reached so from itself.
func naive(x *Crossing) (kills []map[int]bool, loop []bool) {
	n := len(x.Dom.RPO)
	consumes := make([]map[int]bool, n)
	kills, loop = make([]map[int]bool, n), make([]bool, n)
	for k := range kills {
		consumes[k], kills[k] = map[int]bool{k: true}, map[int]bool{}
	}
	preds := make([][]int, n)
	for k, ss := range x.Succs {
		for _, s := range ss {
			preds[s] = append(preds[s], k)
		}
	}
	for changed := true; changed; {
		changed = false
		for k := range kills {
			c, nk := map[int]bool{k: true}, map[int]bool{}
			for _, p := range preds[k] {
				for v := range consumes[p] {
					c[v] = true
				}
				for v := range kills[p] {
					nk[v] = true
				}
				if x.Suspend[p] {
					for v := range consumes[p] {
						nk[v] = true
					}
				}
			}
			switch {
			case x.Suspend[k]:
				for v := range c {
					nk[v] = true
				}
			case x.End[k]:
				nk = map[int]bool{}
			default:
				loop[k] = loop[k] || nk[k]
				delete(nk, k)
			}
			if len(c) != len(consumes[k]) || len(nk) != len(kills[k]) {
				changed = true
			}
			consumes[k], kills[k] = c, nk
		}
	}
	return kills, loop
}

func newCrossing(f *ir.Func, suspends, ends []*ir.Instr) *Crossing {
	x := crossingOf(f, suspends)
	x.settle(ends)
	return x
}

func crosses(x *Crossing, set []*ir.Block, loops bool) bool {
	_, over := x.setCrosses(set, set, loops)
	return over != nil
}

// TestCrossingIsItsDefinition compares the depths used for dominating blocks, and the searches used
// for sets, with the definition on random graphs.
func TestCrossingIsItsDefinition(t *testing.T) {
	queries := 0
	for seed := int64(0); seed < 3000; seed++ {
		r := rand.New(rand.NewSource(seed))
		x := newCrossing(graph(r, 2+r.Intn(14)))
		kills, loop := naive(x)
		for a, ba := range x.Dom.RPO {
			for b, bb := range x.Dom.RPO {
				if !x.Dom.Dominates(ba, bb) {
					continue
				}
				queries++
				if got, want := x.Crosses(ba, bb), kills[b][a]; got != want {
					t.Fatalf("seed %d: crosses(%d, %d) = %v, by definition %v", seed, a, b, got, want)
				}
			}
		}
		var set []*ir.Block
		var at []int
		for k, b := range x.Dom.RPO {
			if r.Intn(3) == 0 && !x.Suspend[k] {
				set, at = append(set, b), append(at, k)
			}
		}
		want, wantLoop := false, false
		for _, a := range at {
			for _, b := range at {
				want = want || kills[b][a]
			}
			wantLoop = wantLoop || loop[a]
		}
		if got := crosses(x, set, false); got != want {
			t.Fatalf("seed %d: setCrosses(%v) = %v, by definition %v", seed, at, got, want)
		}
		if got := crosses(x, set, true); got != (want || wantLoop) {
			t.Fatalf("seed %d: setCrosses(%v, loops) = %v, by definition %v", seed, at, got, want || wantLoop)
		}
	}
	if queries < 10000 {
		t.Fatalf("only %d queries were compared", queries)
	}
}

// reaches reports whether a path of at least one step leads from one place to another without
// passing through avoid. After a suspend (past), an end stops the path, because the code after it
// runs only in the first activation.
func reaches(x *Crossing, from, to, avoid int, past bool) bool {
	seen := map[int]bool{}
	work := []int{from}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range x.Succs[k] {
			s := int(n)
			if past && x.End[s] && !x.Suspend[s] {
				continue
			}
			if s == to {
				return true
			}
			if s != avoid && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// TestOverIsOnTheWay checks the suspend that Over returns: control flows from the definition to it
// and on to the use without passing the definition again.
func TestOverIsOnTheWay(t *testing.T) {
	told := 0
	for seed := int64(0); seed < 2000; seed++ {
		r := rand.New(rand.NewSource(seed))
		x := newCrossing(graph(r, 2+r.Intn(14)))
		for a, ba := range x.Dom.RPO {
			for b, bb := range x.Dom.RPO {
				if !x.Dom.Dominates(ba, bb) {
					continue
				}
				over := x.Over(ba, bb)
				if (over != nil) != x.Crosses(ba, bb) {
					t.Fatalf("seed %d: over(%d, %d) = %v", seed, a, b, over)
				}
				if over == nil {
					continue
				}
				told++
				s := x.Dom.Index(over.Block())
				if !x.Suspend[s] || s != a && !reaches(x, a, s, a, false) || s != b && !reaches(x, s, b, a, true) {
					t.Fatalf("seed %d: over(%d, %d) is the suspend in %d, which is not on a way", seed, a, b, s)
				}
			}
		}
		var set []*ir.Block
		for k, b := range x.Dom.RPO {
			if r.Intn(3) == 0 && !x.Suspend[k] {
				set = append(set, b)
			}
		}
		if to, over := x.setCrosses(set, set, true); over != nil {
			told++
			s, reached := x.Dom.Index(over.Block()), false
			for _, b := range set {
				reached = reached || reaches(x, x.Dom.Index(b), s, -1, false)
			}
			if !x.Suspend[s] || !reached || !reaches(x, s, x.Dom.Index(to), -1, true) {
				t.Fatalf("seed %d: the suspend in %d is not on a way to %d", seed, s, x.Dom.Index(to))
			}
		}
	}
	if told < 1000 {
		t.Fatalf("only %d suspends were told", told)
	}
}

// TestInRamp checks that no value crosses a suspend into code that only the ramp runs, if the query
// is behind the suspend, too.
func TestInRamp(t *testing.T) {
	const text = `
define ptr @f(ptr %out, i1 %c) presplitcoroutine {
entry:
  EARLY
  br label %sleep
sleep:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  br label %after
after:
  LATE
  br i1 %r, label %ramp, label %part
ramp:
  store ptr null, ptr %out
  br label %end
part:
  store ptr null, ptr %out
  br label %end
end:
  ret ptr %out
}
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.is_in_ramp()
`
	const asks = "%r = call i1 @llvm.coro.is_in_ramp()"
	for _, c := range []struct {
		early, late    string
		on, ramp, part bool
	}{
		{"", asks, true, false, true},
		{"", asks, false, true, true},
		{asks, "", true, true, true},
		{"", "%r = xor i1 %c, true", true, true, true},
	} {
		m, err := parse.Module("in.ll", []byte(strings.NewReplacer("EARLY", c.early, "LATE", c.late).Replace(text)))
		if err != nil {
			t.Fatal(err)
		}
		f, _ := m.Func("f")
		blocks := map[string]*ir.Block{}
		for b := f.Entry(); b != nil; b = b.Next() {
			blocks[b.Name()] = b
		}
		x := NewCrossing(&Shape{F: f, Suspends: []*ir.Instr{blocks["sleep"].First()}}, c.on)
		for to, want := range map[string]bool{"ramp": c.ramp, "part": c.part, "end": true} {
			if got := x.Crosses(blocks["entry"], blocks[to]); got != want {
				t.Errorf("%+v: a value crosses the suspend to %%%s: %v", c, to, got)
			}
		}
	}
}
