package handle

// Memo keeps answers to questions that lead from function to function up to a depth, so that what is answered does not depend on what was
// asked before. An answer that took fewer levels than there was room for is the same wherever it is asked from with as much room; one that
// the bound cut off is good for its own depth alone.
type Memo[K comparable, V any] struct {
	Max   int // the depth beyond which nothing is looked into
	whole map[K]answer[V]
	cut   map[deep[K]]V
}

type answer[V any] struct {
	v      V
	height int
}

type deep[K comparable] struct {
	k     K
	depth int
}

// CutOff is the height of an answer that the bound cut off.
const CutOff = 1 << 20

// Get gives the answer to a question at a depth, and its height: how many levels it led into.
func (m *Memo[K, V]) Get(k K, depth int) (v V, height int, ok bool) {
	if a, ok := m.whole[k]; ok && depth+a.height <= m.Max {
		return a.v, a.height, true
	}
	v, ok = m.cut[deep[K]{k, depth}]
	return v, CutOff, ok
}

// Put keeps an answer. A height above Max says that the bound cut it off.
func (m *Memo[K, V]) Put(k K, depth int, v V, height int) {
	if height <= m.Max {
		if m.whole == nil {
			m.whole = map[K]answer[V]{}
		}
		m.whole[k] = answer[V]{v, height}
		return
	}
	if m.cut == nil {
		m.cut = map[deep[K]]V{}
	}
	m.cut[deep[K]{k, depth}] = v
}
