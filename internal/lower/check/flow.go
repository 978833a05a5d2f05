package check

// What the checker knows of control flow: dominance, and which block can still reach a coro.end.

import "github.com/corolower/corolower/internal/ir"

// checkFlow answers questions about paths. Block tables are indexed by place in the dominator tree's RPO.
type checkFlow struct {
	dom    *ir.DomTree
	canEnd []bool
}

// newCheckFlow renumbers the function and computes the tables.
func (k *checker) newCheckFlow() *checkFlow {
	k.f.Renumber()
	x := &checkFlow{dom: ir.NewDomTree(k.f)}
	x.canEnd = make([]bool, len(x.dom.RPO))
	var work []*ir.Block
	for _, id := range []ir.Intrinsic{ir.CoroEnd, ir.CoroEndAsync} {
		for _, i := range k.calls[id] {
			if b := x.dom.Index(i.Block()); b >= 0 && !x.canEnd[b] {
				x.canEnd[b] = true
				work = append(work, i.Block())
			}
		}
	}
	var preds []*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		preds = b.Preds(preds[:0])
		for _, p := range preds {
			if n := x.dom.Index(p); n >= 0 && !x.canEnd[n] {
				x.canEnd[n] = true
				work = append(work, p)
			}
		}
	}
	return x
}
