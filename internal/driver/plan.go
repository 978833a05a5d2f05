// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// This file decides which functions of the file a run processes and which of them share a unit.
// Units are independent and run in parallel, so a pass that uses facts of another function needs
// both in one unit:
//
//   - Without such a pass, each function that the passes process is a unit.
//   - With such a pass in coro-cgscc(...), coroutines and the functions that create them share a
//     unit if one names the other. A unit reads the body of another function if it looks through a
//     call of it, and does not change that function.
//   - With such a pass elsewhere, the whole file is one unit.

// batchSize is the size of functions' text, in bytes, up to which unrelated sets of functions are
// joined into one unit. A joined unit prepares the body of an inline candidate once for all its
// functions.
const batchSize = 128 << 10

// makerSize is the size of a function's text, in bytes, up to which the function may be an inline
// candidate that creates a coroutine and returns it, so that its callers count as creators too.
// Code of clang without optimisation, with debug info, takes about 100 bytes an instruction.
const makerSize = 16 << 10

// sharing describes which functions share a unit.
type sharing uint8

const (
	shareNone sharing = iota
	shareCreators
	shareAll
)

// member is one definition of the file in a unit, with the functions that passes derived from it.
type member struct {
	item  *parse.Item
	coro  bool // its text mentions coroutines
	f     *ir.Func
	funcs []*ir.Func // f, and the functions that were split off
	// callers are the other members that reference it.
	callers []*member
	// between marks a function that the unit only reads. It represents a path of references
	// between two members until the order is known; then it is removed.
	between bool
}

// plan builds the units.
func (r *run) plan() []*unit {
	if r.sharing == shareAll {
		return r.wholeFile()
	}
	var units []*unit
	shared := map[*parse.Item]bool{}
	if r.sharing == shareCreators {
		units = batch(r.creators(), r.batch)
		for _, u := range units {
			for _, m := range u.members {
				shared[m.item] = !m.between
			}
		}
	}
	for _, it := range r.needed() {
		if !shared[it] {
			units = append(units, alone(member{item: it, coro: r.file.HasCoro(it) || r.transfers(it) ||
				r.readsSizes(it)}))
		}
	}
	sort.SliceStable(units, func(i, j int) bool { return units[i].item.Start < units[j].item.Start })
	for _, u := range units {
		u.order()
	}
	return units
}

// alone builds a unit of one member, in one allocation because most files have thousands of such
// units.
func alone(m member) *unit {
	one := &struct {
		unit
		member
		members [1]*member
		sccs    [1][]*member
	}{member: m}
	one.members[0] = &one.member
	u := &one.unit
	u.item, u.members = m.item, one.members[:]
	one.sccs[0] = u.members
	u.sccs = one.sccs[:]
	return u
}

// wholeFile puts every definition into one unit.
func (r *run) wholeFile() []*unit {
	u := &unit{group: true}
	index := make([]int, len(r.file.Items)) // in members
	for i := range r.file.Items {
		if it := &r.file.Items[i]; it.Kind == parse.ItemDefine {
			index[i] = len(u.members)
			u.members = append(u.members, &member{item: it, coro: r.file.HasCoro(it) || r.transfers(it) ||
				r.readsSizes(it)})
		}
	}
	if len(u.members) == 0 {
		return nil
	}
	u.item = u.members[0].item
	u.calls = make([][]int, len(u.members))
	for k, m := range u.members {
		r.file.References(m.item, func(to int) { u.call(k, index[to]) })
	}
	u.order()
	return []*unit{u}
}

// call records that one member references another.
func (u *unit) call(from, to int) {
	if from != to {
		u.calls[from] = append(u.calls[from], to)
		if l := u.members[to].callers; len(l) == 0 || l[len(l)-1] != u.members[from] {
			u.members[to].callers = append(l, u.members[from])
		}
	}
}

// needed returns the definitions that the steps process.
func (r *run) needed() []*parse.Item {
	var out []*parse.Item
	if len(r.steps) == 0 && !r.o.CheckOnly {
		return nil
	}
	if !r.whole && !parse.MentionsCoro(r.file.Text) && !bytes.Contains(r.file.Text, []byte("presplit")) && !r.parts {
		return nil
	}
	for i := range r.file.Items {
		it := &r.file.Items[i]
		if it.Kind == parse.ItemDefine && (r.whole || r.file.HasCoro(it) || r.transfers(it) || r.readsSizes(it)) {
			out = append(out, it)
		}
	}
	return out
}

// creators finds coroutines and the functions that create them, and builds a unit of each set that
// references connect.
func (r *run) creators() []*unit {
	if !parse.MentionsCoro(r.file.Text) {
		return nil
	}
	items := r.file.Items
	callers := make([][]int32, len(items)) // by index of an item: the definitions that reference it
	related, coroutine := make([]bool, len(items)), make([]bool, len(items))
	var queue []int
	for i := range items {
		it := &items[i]
		if it.Kind != parse.ItemDefine {
			continue
		}
		r.file.Names(it, func(to int) {
			n := len(callers[to])
			if items[to].Kind == parse.ItemDefine && to != i && (n == 0 || callers[to][n-1] != int32(i)) {
				callers[to] = append(callers[to], int32(i))
			}
		})
		if r.file.IsCoroutine(it) {
			related[i], coroutine[i] = true, true
			queue = append(queue, i)
		}
	}
	set := newDisjoint(len(items))
	var large []int
	for len(queue) > 0 {
		k := queue[0]
		queue = queue[1:]
		if !coroutine[k] && items[k].End-items[k].Body > makerSize {
			large = append(large, k) // too large to inline, so its callers do not count as creators
			continue
		}
		for _, c := range callers[k] {
			set.join(int(c), k)
			if !related[c] {
				related[c] = true
				queue = append(queue, int(c))
			}
		}
	}
	between := pathsBetween(callers, related, large)
	for _, k := range append(large, between...) {
		for _, c := range callers[k] {
			if _, way := slices.BinarySearch(between, int(c)); way || related[c] {
				set.join(int(c), k)
			}
		}
	}
	for _, k := range between {
		related[k] = true
	}
	var units []*unit
	byRoot := map[int]*unit{}
	place := make([]int, len(items)) // in its unit's members
	for i := range items {
		if !related[i] {
			continue
		}
		root := set.find(i)
		u := byRoot[root]
		if u == nil {
			u = &unit{group: true}
			byRoot[root] = u
			units = append(units, u)
		}
		place[i] = len(u.members)
		_, way := slices.BinarySearch(between, i)
		if u.item == nil && !way {
			u.item = &items[i]
		}
		u.members = append(u.members, &member{item: &items[i], coro: r.file.HasCoro(&items[i]), between: way})
		u.calls = append(u.calls, nil)
	}
	for i := range items {
		if !related[i] {
			continue
		}
		for _, c := range callers[i] {
			if related[c] {
				byRoot[set.find(i)].call(place[c], place[i])
			}
		}
	}
	for _, k := range between {
		byRoot[set.find(k)].hides = true
	}
	return units
}

// pathsBetween returns the functions that create no coroutine themselves and lie on a path of
// references from a related function to a large one, sorted. For example, main creates a coroutine,
// helper creates none, and large creates one but exceeds makerSize:
//
//	main -> helper -> large
//
// An inlined function on such a path may expose a call of the large function. So both ends must be
// in one unit, which processes one before the other. Otherwise the rest of the unit would decide
// whether passes see the large function as it is in the file or after earlier passes.
func pathsBetween(callers [][]int32, related []bool, large []int) []int {
	up := map[int]bool{} // functions from which references lead to a large one
	work := slices.Clone(large)
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[k] {
			if !related[c] && !up[int(c)] {
				up[int(c)] = true
				work = append(work, int(c))
			}
		}
	}
	names := map[int][]int{} // references among the functions in up
	reached := map[int]bool{}
	for k := range up {
		for _, c := range callers[k] {
			switch {
			case related[c] && !reached[k]:
				reached[k] = true
				work = append(work, k)
			case up[int(c)]:
				names[int(c)] = append(names[int(c)], k)
			}
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range names[k] {
			if !reached[n] {
				reached[n] = true
				work = append(work, n)
			}
		}
	}
	list := make([]int, 0, len(reached))
	for k := range reached {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// batch joins neighbouring units while their text fits the size.
func batch(units []*unit, size int) []*unit {
	out := units[:0]
	room := 0
	for _, u := range units {
		need := 0
		for _, mem := range u.members {
			need += mem.item.End - mem.item.Start
		}
		if need > room {
			out = append(out, u)
			room = size - need
			continue
		}
		room -= need
		last := out[len(out)-1]
		last.hides = last.hides || u.hides
		from := len(last.members)
		last.members = append(last.members, u.members...)
		for _, list := range u.calls {
			for k := range list {
				list[k] += from
			}
			last.calls = append(last.calls, list)
		}
	}
	return out
}

// disjoint is a union-find structure over small integers.
type disjoint []int32

func newDisjoint(n int) disjoint {
	d := make(disjoint, n)
	for i := range d {
		d[i] = int32(i)
	}
	return d
}

func (d disjoint) find(i int) int {
	for int(d[i]) != i {
		d[i] = d[d[i]]
		i = int(d[i])
	}
	return i
}

func (d disjoint) join(a, b int) { d[d.find(a)] = int32(d.find(b)) }

// order computes the strongly connected components of the reference graph, callees first. Members
// of a component are sorted by name. Unrelated components keep the order of the file where
// possible, but nothing depends on that.
func (u *unit) order() {
	n := len(u.members)
	if n == 1 {
		if u.sccs == nil {
			u.sccs = [][]*member{u.members}
		}
		return
	}
	// Tarjan's algorithm with an explicit stack, because call chains may be long.
	num, low := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	type frame struct{ v, next int }
	count := 0
	for root := range n {
		if num[root] != 0 {
			continue
		}
		work := []frame{{v: root}}
		for len(work) > 0 {
			fr := &work[len(work)-1]
			v := fr.v
			if fr.next == 0 {
				count++
				num[v], low[v] = count, count
				stack = append(stack, v)
				onStack[v] = true
			}
			if fr.next < len(u.calls[v]) {
				w := u.calls[v][fr.next]
				fr.next++
				if num[w] == 0 {
					work = append(work, frame{v: w})
				} else if onStack[w] {
					low[v] = min(low[v], num[w])
				}
				continue
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].v
				low[p] = min(low[p], low[v])
			}
			if low[v] != num[v] {
				continue
			}
			var scc []int
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				scc = append(scc, w)
				if w == v {
					break
				}
			}
			list := make([]*member, 0, len(scc))
			for _, w := range scc {
				if m := u.members[w]; !m.between {
					list = append(list, m)
				}
			}
			// Each step runs on the first member of a cycle while the others are as
			// before the step. The name decides which member is first, so the position
			// in the file does not matter.
			slices.SortFunc(list, func(a, b *member) int { return strings.Compare(a.item.Name, b.item.Name) })
			if len(list) > 0 {
				u.sccs = append(u.sccs, list)
			}
		}
	}
	u.calls = nil
	between := func(m *member) bool { return m.between }
	u.members = slices.DeleteFunc(u.members, between)
	for _, m := range u.members {
		m.callers = slices.DeleteFunc(m.callers, between)
	}
}

// share determines which functions must share a unit for the steps of a pipeline, and whether
// general passes run on the whole file.
func (r *run) share(stages []pass.Stage) {
	continued := sync.OnceValue(func() bool { return bytes.Contains(r.file.Text, continuedID) })
	for _, stage := range stages {
		if stage.Creators {
			r.sharing = max(r.sharing, shareCreators)
		}
		var walk func(steps []pass.Step)
		walk = func(steps []pass.Step) {
			for i := range steps {
				st := &steps[i]
				if st.Pass == nil {
					walk(st.Inner)
					continue
				}
				if !r.active(st) {
					continue
				}
				d := st.Pass
				r.whole = r.whole || d.Whole || d.All && !stage.Creators
				if (d.Follows || st.Has(growBuffers)) && continued() {
					r.sharing = max(r.sharing, shareCreators)
					r.grows = r.grows || st.Has(growBuffers)
				}
				switch {
				case !d.Across || !d.All && !r.annotated():
				case !d.All:
					r.sharing = max(r.sharing, shareCreators)
				case !stage.Creators:
					r.sharing = shareAll
				}
			}
		}
		walk(stage.Steps)
	}
}
