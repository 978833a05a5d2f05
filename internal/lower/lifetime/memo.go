// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"fmt"

	"github.com/corolower/corolower/internal/ir"
)

// Memo caches the answers to queries that follow calls up to a maximum depth, so that an answer
// does not depend on earlier queries. If the bound did not cut off an answer, the answer holds
// wherever as many levels are left below the bound. If it did, the answer holds only at its own
// depth. For example, with Max 3, an answer of height 1 that was found at depth 0 also holds at
// depths 1 and 2.
type Memo[K comparable, V any] struct {
	Max   int // the depth beyond which queries look into no callee
	whole map[K]answer[V]
	cut   map[deep[K]]answer[V]
	epoch *int // counts the changes of functions; nil: there are none
}

type answer[V any] struct {
	v      V
	height int
	epoch  int // when the answer was found
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
	a, ok := m.find(k, depth)
	return a.v, a.height, ok
}

func (m *Memo[K, V]) find(k K, depth int) (answer[V], bool) {
	if a, ok := m.whole[k]; ok && depth+a.height <= m.Max {
		return a, true
	}
	a, ok := m.cut[deep[K]{k, depth}]
	return a, ok
}

// current reports whether no function has changed since the answer of Get was found. An older answer
// is still true, because passes preserve what functions do. But the same query may now have a better
// answer, for example because a callee was split, or a worse one.
func (m *Memo[K, V]) current(k K, depth int) bool {
	a, _ := m.find(k, depth)
	return a.epoch == m.now()
}

func (m *Memo[K, V]) now() int {
	if m.epoch == nil {
		return 0
	}
	return *m.epoch
}

// Put caches an answer. A height above Max means that the bound cut it off.
func (m *Memo[K, V]) Put(k K, depth int, v V, height int) {
	if height <= m.Max {
		ir.Put(&m.whole, k, answer[V]{v, height, m.now()})
		return
	}
	ir.Put(&m.cut, deep[K]{k, depth}, answer[V]{v, CutOff, m.now()})
}

// question is a query about a function, or about one of its parameters.
type question struct {
	f *ir.Func
	k int // the parameter; noParam: the query is about the function
}

const noParam = -1

func (q question) about() *ir.Func { return q.f }

// ask returns the answer to a query at a depth, and its height. find computes the answer from the
// function's body, which is ready to be read when ask calls it. If the depth is too large or the
// body is not ready, ask returns worst and does not cache it. With Facts.Prove, it computes cached
// answers that are current again, without the cache.
func ask[V comparable](fa *Facts, a *Memo[question, V], q question, depth int, worst V, find func(fa *Facts) (V, int)) (V, int) {
	return askAs(fa, a, q, depth, worst, func(x, y V) bool { return x == y }, find)
}

// askAs is ask for answers that same compares.
func askAs[K interface {
	comparable
	about() *ir.Func
}, V any](fa *Facts, a *Memo[K, V], q K, depth int, worst V, same func(x, y V) bool, find func(fa *Facts) (V, int)) (V, int) {
	if depth >= maxUseDepth {
		return worst, CutOff
	}
	if v, height, ok := a.Get(q, depth); ok {
		if fa.Prove && a.current(q, depth) {
			if again, _ := find(fa.anew()); !same(again, v) {
				panic(fmt.Sprintf("@%s, %+v, depth %d: the cached answer %+v is %+v now", q.about().Name, q, depth, v, again))
			}
		}
		return v, height
	}
	if f := q.about(); !fa.body(f) || fa.suspends(f) {
		return worst, 0 // not cached: the body may become ready later
	}
	v, height := find(fa)
	a.Put(q, depth, v, height)
	return v, height
}
