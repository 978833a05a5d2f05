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

// This file decides which functions of the file a run looks at and which of them share a unit.
// Units know nothing of each other and run in parallel, so a pass that looks from one function into
// another needs both in one unit:
//
//   - No such pass: a unit for each function that the passes look into.
//   - Such passes, in coro-cgscc(...): coroutines and the functions that create them, in one unit where one names the other. Other functions
//     are read by a unit when it wants to look through a call of them, and not changed.
//   - Such passes elsewhere: the whole file in one unit.

// batchSize is the size of functions' text, in bytes, up to which sets of functions that have
// nothing to do with one another share a unit all the same: the glue that they look through is made
// ready once for all of them.
const batchSize = 128 << 10

// makerSize is the size of a function's text, in bytes, up to which it may be glue that hands on a
// coroutine that it creates, so that its callers count as creators too. Code of clang without
// optimisation, with debug info, takes about 100 bytes an instruction.
const makerSize = 16 << 10

// sharing says which functions are in one unit.
type sharing uint8

const (
	shareNone sharing = iota
	shareCreators
	shareAll
)

// member is one definition of the file in a unit, with what passes made of it.
type member struct {
	item  *parse.Item
	coro  bool // its text mentions coroutines
	f     *ir.Func
	funcs []*ir.Func // f, and the functions that were split off
	// callers are the other members that name it.
	callers []*member
	// between: it is no member, and only read; it stands for the way on which one member names
	// another until the order is found.
	between bool
}

// plan makes the units.
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

// alone makes a unit of one member. Most files have thousands, so that all of it is one piece of
// memory.
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

// call notes that a member names another.
func (u *unit) call(from, to int) {
	if from != to {
		u.calls[from] = append(u.calls[from], to)
		if l := u.members[to].callers; len(l) == 0 || l[len(l)-1] != u.members[from] {
			u.members[to].callers = append(l, u.members[from])
		}
	}
}

// needed are the definitions that the steps look into.
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

// creators finds coroutines and the functions that create them, and makes a unit of each set of
// them that name one another.
func (r *run) creators() []*unit {
	if !parse.MentionsCoro(r.file.Text) {
		return nil
	}
	items := r.file.Items
	callers := make([][]int32, len(items)) // by index of an item: who names it
	related, coroutine := make([]bool, len(items)), make([]bool, len(items))
	tables, unlike := r.tables(), make([]bool, len(items))
	var queue []int
	for i := range items {
		it := &items[i]
		if it.Kind != parse.ItemDefine {
			continue
		}
		r.file.Names(it, func(to int) {
			switch n := len(callers[to]); {
			case items[to].Kind != parse.ItemDefine:
				unlike[i] = unlike[i] || tables[to]
			case to != i && (n == 0 || callers[to][n-1] != int32(i)):
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
			large = append(large, k) // too large to be looked through: whom it hands a coroutine to creates nothing
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
	between := waysBetween(callers, related, large)
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
	r.findUnitInvariant(callers, related, unlike)
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

// waysBetween finds the functions that create nothing themselves and lie on a way by names from a
// related function to a large one, sorted: a look through the first may come to see the second, so
// that they have to be in one unit, and one be done before the other. Without that it would depend
// on what else is in the unit whether the second is seen as the file has it, or as passes made it.
func waysBetween(callers [][]int32, related []bool, large []int) []int {
	up := map[int]bool{} // leads to a large one
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
	names := map[int][]int{} // whom they name, among themselves
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

// batch joins neighbouring units up to a size.
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

// disjoint are sets of numbers that can be joined.
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

// order puts the members into strongly connected components of who names whom, callees first.
// Members of a component are in the order of their names; components that do not name each other
// keep the order of the file where that is possible, which nothing depends on.
func (u *unit) order() {
	n := len(u.members)
	if n == 1 {
		if u.sccs == nil {
			u.sccs = [][]*member{u.members}
		}
		return
	}
	// Tarjan's algorithm with a stack of its own: call chains may be long.
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
			// Which member of a cycle comes first decides what is seen of the others: not the place
			// in the file, but the name says.
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

// share works out, for the steps of a pipeline, which functions have to be in one unit, and whether
// general passes run on all of the file.
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
