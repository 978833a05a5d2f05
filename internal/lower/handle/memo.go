package handle

import "github.com/corolower/corolower/internal/ir"

// Memo keeps answers to questions that lead from function to function up to a depth, so that what
// is answered does not depend on what was asked before. An answer that took fewer levels than there
// was room for is the same wherever it is asked from with as much room; one that the bound cut off
// is good for its own depth alone.
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

// question is one about a function, or about one of its parameters.
type question struct {
	f *ir.Func
	k int // the parameter; noParam: about the function
}

const noParam = -1

// commonQuestion is a question about a function with a number (Facts.commonNo).
type commonQuestion struct{ no, k int }

// answers are those to one kind of question, the unit's and the file's.
type answers[V comparable] struct {
	unit Memo[question, V]
	file func(*Common) *commonMemo[commonQuestion, V]
}

func newAnswers[V comparable](file func(*Common) *commonMemo[commonQuestion, V]) answers[V] {
	return answers[V]{unit: Memo[question, V]{Max: maxUseDepth - 1}, file: file}
}

// ask gives the answer to a question that is asked at a depth, and its height. find finds it in the
// body of the function, which is ready to be read then. Where it cannot be, for its depth or for
// the time, the answer is the worst.
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
		return worst, 0 // not yet
	}
	v, height := find()
	a.unit.Put(q, depth, v, height)
	if no >= 0 {
		a.file(fa.Common).put(commonQuestion{no, q.k}, depth, v, height, q.f)
	}
	return v, height
}
