package lower

import (
	"math/rand"
	"testing"

	"github.com/corolower/corolower/internal/ir"
)

// graph makes a function of n blocks with random edges; blocks 1.. may be suspends or ends.
func graph(r *rand.Rand, n int) (*coroutine, []*ir.Block, []bool, []bool) {
	m := ir.NewModule(nil)
	f := ir.NewFunc(m, "f", m.Types.Func(m.Types.Void(), nil, false))
	m.AddFunc(f)
	blocks := make([]*ir.Block, n)
	for k := range blocks {
		blocks[k] = f.NewBlock("", nil)
	}
	suspend, end := make([]bool, n), make([]bool, n)
	co := &coroutine{m: m, f: f}
	for k, b := range blocks {
		mark := m.NewInstr(ir.OpFreeze, m.Types.Int(8), m.ConstInt(m.Types.Int(8), 0))
		b.Append(mark)
		switch r.Intn(5) {
		case 0:
			if k > 0 {
				suspend[k] = true
				s := m.NewInstr(ir.OpFreeze, m.Types.Int(8), m.NoneToken())
				b.Append(s)
				co.suspends = append(co.suspends, s)
			}
		case 1:
			if k > 0 && r.Intn(3) == 0 {
				end[k] = true
				co.ends = append(co.ends, mark)
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
	return co, blocks, suspend, end
}

// naive is the definition by sets: for each block, the blocks from which it is reached past a suspend without meeting them again, iterated
// to a fixed point, and whether it is so reached from itself.
func naive(x *crossing) (kills []map[int]bool, loop []bool) {
	n := len(x.dom.RPO)
	consumes := make([]map[int]bool, n)
	kills, loop = make([]map[int]bool, n), make([]bool, n)
	for k := range kills {
		consumes[k], kills[k] = map[int]bool{k: true}, map[int]bool{}
	}
	preds := make([][]int, n)
	for k, ss := range x.succs {
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
				if x.suspend[p] {
					for v := range consumes[p] {
						nk[v] = true
					}
				}
			}
			switch {
			case x.suspend[k]:
				for v := range c {
					nk[v] = true
				}
			case x.end[k]:
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
		co, _, _, _ := graph(r, 2+r.Intn(14))
		x := newCrossing(co)
		kills, loop := naive(x)
		for a, ba := range x.dom.RPO {
			for b, bb := range x.dom.RPO {
				if !x.dom.Dominates(ba, bb) {
					continue
				}
				queries++
				if got, want := x.crosses(ba, bb), kills[b][a]; got != want {
					t.Fatalf("seed %d: crosses(%d, %d) = %v, by definition %v", seed, a, b, got, want)
				}
			}
		}
		var set []*ir.Block
		var at []int
		for k, b := range x.dom.RPO {
			if r.Intn(3) == 0 && !x.suspend[k] {
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

// TestSharedPlacement holds the placement of shared slots to its promise: objects needed at the same time never overlap.
func TestSharedPlacement(t *testing.T) {
	for seed := int64(0); seed < 500; seed++ {
		r := rand.New(rand.NewSource(seed))
		lv := &liveness{end: 100}
		var objs []*object
		for k := 0; k < 1+r.Intn(20); k++ {
			var spans []span
			for p := int32(0); p < 100; {
				from := p + int32(r.Intn(40))
				to := from + 1 + int32(r.Intn(30))
				if to > 100 {
					break
				}
				spans = append(spans, span{from, to})
				p = to
			}
			align := int64(1) << r.Intn(5)
			objs = append(objs, &object{size: int64(1 + r.Intn(40)), align: align, spans: spans})
		}
		fr := &frame{slots: []*slot{{size: 8, align: 8, tyAlign: 8}, {size: 8, align: 8, tyAlign: 8, offset: 8}},
			indexFld: &slot{size: 1, align: 1, offset: -1}}
		co := &coroutine{frame: fr}
		size, align := co.placeShared(objs, lv)
		for i, a := range objs {
			if a.offset < 16 || a.offset%a.align != 0 || a.offset+a.size > size || align%a.align != 0 {
				t.Fatalf("seed %d: object at %d, size %d, align %d in a frame of %d, align %d", seed, a.offset, a.size, a.align, size, align)
			}
			if fr.sharedIndex >= a.offset && fr.sharedIndex < a.offset+a.size && len(a.spans) > 0 {
				t.Fatalf("seed %d: the index lies in an object", seed)
			}
			for _, b := range objs[:i] {
				if overlap(a.spans, b.spans) && a.offset < b.offset+b.size && b.offset < a.offset+a.size {
					t.Fatalf("seed %d: [%d,+%d) and [%d,+%d) are needed together", seed, a.offset, a.size, b.offset, b.size)
				}
			}
		}
	}
}
