package coro

import (
	"math/rand"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// graph makes a function of n blocks with random edges; blocks 1.. may be suspends or ends.
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

// naive is the definition by sets: for each block, the blocks from which it is reached past a suspend without meeting them again, iterated
// to a fixed point, and whether it is so reached from itself.
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

// TestCrossingIsItsDefinition compares the depths that answer for dominating blocks, and the walks that answer for sets, with the
// definition, on random graphs.
func TestCrossingIsItsDefinition(t *testing.T) {
	queries := 0
	for seed := int64(0); seed < 3000; seed++ {
		r := rand.New(rand.NewSource(seed))
		x := NewCrossing(graph(r, 2+r.Intn(14)))
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
		if got := x.setCrosses(set, set, false); got != want {
			t.Fatalf("seed %d: setCrosses(%v) = %v, by definition %v", seed, at, got, want)
		}
		if got := x.setCrosses(set, set, true); got != (want || wantLoop) {
			t.Fatalf("seed %d: setCrosses(%v, loops) = %v, by definition %v", seed, at, got, want || wantLoop)
		}
	}
	if queries < 10000 {
		t.Fatalf("only %d queries were compared", queries)
	}
}
