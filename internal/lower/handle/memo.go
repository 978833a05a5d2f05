package handle

import "github.com/corolower/corolower/internal/ir"

// Memo caches the answers to queries that follow calls up to a maximum depth, so that an answer
// does not depend on earlier queries. If the bound did not cut off an answer, the answer holds
// wherever as many levels are left below the bound. If it did, the answer holds only at its own
// depth. For example, with Max 3, an answer of height 1 that was found at depth 0 also holds at
// depths 1 and 2.
type Memo[K comparable, V any] struct {
	Max   int // the depth beyond which queries look into no callee
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

// Get returns the answer to a query at a depth, and its height: the number of levels of callees
// that the query looked into.
func (m *Memo[K, V]) Get(k K, depth int) (v V, height int, ok bool) {
	if a, ok := m.whole[k]; ok && depth+a.height <= m.Max {
		return a.v, a.height, true
	}
	v, ok = m.cut[deep[K]{k, depth}]
	return v, CutOff, ok
}

// Put caches an answer. A height above Max means that the bound cut it off.
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

// question is a query about a function, or about one of its parameters.
type question struct {
	f *ir.Func
	k int // the parameter; noParam: the query is about the function
}

const noParam = -1

// commonQuestion is a query about a function with a number (Facts.commonNo).
type commonQuestion struct{ no, k int }

// answers are the cached answers to one kind of query, for the unit and for the file.
type answers[V comparable] struct {
	unit Memo[question, V]
	file func(*Common) *commonMemo[commonQuestion, V]
}

func newAnswers[V comparable](file func(*Common) *commonMemo[commonQuestion, V]) answers[V] {
	return answers[V]{unit: Memo[question, V]{Max: maxUseDepth - 1}, file: file}
}

// ask returns the answer to a query at a depth, and its height. find computes the answer from the
// function's body, which is ready to be read when ask calls it. If the depth is too large or the
// body is not ready, ask returns worst and does not cache it.
func ask[V comparable](fa *Facts, a *answers[V], q question, depth int, worst V, find func() (V, int)) (V, int) {
	if depth >= maxUseDepth {
		return worst, CutOff
	}
	if v, height, ok := a.unit.Get(q, depth); ok {
		return v, height
	}
	no := fa.commonNo(q.f)
	if no >= 0 && !fa.Prove {
		if v, height, ok := a.file(fa.Common).get(commonQuestion{no, q.k}, depth); ok {
			a.unit.Put(q, depth, v, height)
			return v, height
		}
	}
	if !fa.body(q.f) || fa.Suspends(q.f) {
		return worst, 0 // not cached: the body may become ready later
	}
	v, height := find()
	a.unit.Put(q, depth, v, height)
	if no >= 0 {
		a.file(fa.Common).put(commonQuestion{no, q.k}, depth, v, height, q.f)
	}
	return v, height
}
