// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"cmp"
	"sync"
)

// This file reduces the parts of many units before they are merged: a coroutine in a header is in
// each unit that includes it, and only one of them is listed.

// Thinner removes from parts what Merge will not list: of a coroutine in several parts, all but its
// size and identity, except in the part that is listed. Add may be called from several goroutines.
type Thinner struct {
	mu   sync.Mutex
	best map[key]listed
}

// listed is the coroutine that would be listed if there were no further parts.
type listed struct {
	part     *Part
	number   int // index in the part
	position int // of the part among those of its unit
}

// Add reduces the part, and parts added before. position distinguishes parts of one unit: it is the
// index of the part among them. Merge returns the same report with and without Add.
func (t *Thinner) Add(p *Part, position int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.best == nil {
		t.best = map[key]listed{}
	}
	for i, k := range coroutineKeys(0, p) {
		if k.unit >= 0 {
			continue // it is in this unit only
		}
		other := listed{p, i, position}
		have, ok := t.best[k]
		switch {
		case !ok:
			t.best[k] = other
		case other.before(have):
			have.coroutine().thin()
			t.best[k] = other
		default:
			other.coroutine().thin()
		}
	}
}

func (l listed) coroutine() *Coroutine { return &l.part.Coroutines[l.number] }

// before reports whether l is listed rather than m: the larger one is, or else the first in Merge's
// order of parts.
func (l listed) before(m listed) bool {
	a, b := l.coroutine(), m.coroutine()
	return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(l.part.Unit.File, m.part.Unit.File),
		cmp.Compare(l.part.Unit.Object, m.part.Unit.Object),
		cmp.Compare(l.position, m.position), cmp.Compare(l.number, m.number)) < 0
}

// thin keeps only what Merge needs of a coroutine that is not listed.
func (c *Coroutine) thin() {
	c.Rows, c.Suspends, c.Ways, c.IR, c.Code = nil, nil, nil, nil, nil
}
