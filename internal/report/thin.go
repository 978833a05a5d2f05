package report

import (
	"cmp"
	"sync"
)

// This file keeps many units' parts small before they are merged: a coroutine of a header comes
// with each unit that includes it, and only one of them is listed.

// Thinner takes out of parts what Merge will not list: of a coroutine that several have, all but
// its size and what it is. Its method may be called from several goroutines.
type Thinner struct {
	mu   sync.Mutex
	best map[key]listed
}

// listed is the coroutine that would be listed if there were no further parts.
type listed struct {
	part     *Part
	number   int // in the part
	position int // of the part among those of its name
}

// Add makes the part small, and those that were added before. position tells apart parts of one
// unit: it is the place that the part will have among them. The report that Merge makes of all is
// the same as without.
func (t *Thinner) Add(p *Part, position int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.best == nil {
		t.best = map[key]listed{}
	}
	for i, k := range coroutineKeys(0, p) {
		if k.unit >= 0 {
			continue // of this unit alone
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

// before reports that l is listed, and not m: the larger is, else the first in Merge's order of
// parts.
func (l listed) before(m listed) bool {
	a, b := l.coroutine(), m.coroutine()
	return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(l.part.Unit.File, m.part.Unit.File),
		cmp.Compare(l.part.Unit.Object, m.part.Unit.Object),
		cmp.Compare(l.position, m.position), cmp.Compare(l.number, m.number)) < 0
}

// thin leaves what Merge asks of a coroutine that is not listed.
func (c *Coroutine) thin() {
	c.Rows, c.Suspends, c.Ways, c.IR = nil, nil, nil, nil
}
