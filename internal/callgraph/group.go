// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package callgraph

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/parse"
)

// Group is a set of definitions, with the edges of the graph between them.
type Group struct {
	Members []Member // each group of the graph in the order of the file
}

// Member is a definition in a group.
type Member struct {
	No      int     // in the graph
	Callers []int   // the members that name it, without itself
	names   []int32 // the members that it names
	// between marks a definition that is no member: it only lies on a path of names between two of
	// them, so that Components can order these.
	between bool
}

// Whole returns the group of all definitions.
func (g *Graph) Whole() *Group {
	in := make([]bool, len(g.file.Items))
	for k := range in {
		in[k] = g.file.Items[k].Kind == parse.ItemDefine
	}
	if groups := g.groups(in, nil, func(int) int { return 0 }); len(groups) > 0 {
		return groups[0]
	}
	return nil
}

// Creators returns the groups of coroutines and the functions that may create them: those that name
// a coroutine, and those that name such a function, as long as its text has at most makerSize bytes.
// Two of these functions are in one group if one names the other.
func (g *Graph) Creators(makerSize int) []*Group {
	items := g.file.Items
	related, coroutine := make([]bool, len(items)), make([]bool, len(items))
	var queue, large []int
	for k := range items {
		if g.file.IsCoroutine(&items[k]) {
			related[k], coroutine[k] = true, true
			queue = append(queue, k)
		}
	}
	set := newDisjoint(len(items))
	for len(queue) > 0 {
		k := queue[0]
		queue = queue[1:]
		if !coroutine[k] && items[k].End-items[k].Body > makerSize {
			large = append(large, k) // too large to inline, so its callers do not count as creators
			continue
		}
		for _, c := range g.callers[k] {
			set.join(int(c), k)
			if !related[c] {
				related[c] = true
				queue = append(queue, int(c))
			}
		}
	}
	between := g.between(related, large)
	for k := range items {
		if between[k] {
			large = append(large, k)
		}
	}
	for _, k := range large {
		for _, c := range g.callers[k] {
			if related[c] || between[c] {
				set.join(int(c), k)
			}
		}
	}
	for k := range items {
		related[k] = related[k] || between[k]
	}
	return g.groups(related, between, set.find)
}

// between returns the functions that create no coroutine themselves and lie on a path of names from
// a related function to a large one. For example, main creates a coroutine, helper creates none, and
// large creates one but is too large to be inlined:
//
//	main -> helper -> large
//
// An inlined function on such a path may expose a call of the large function. So both ends must be
// in one group, which orders one before the other. Otherwise the rest of the group would decide
// whether passes see the large function as it is in the file or after earlier passes.
func (g *Graph) between(related []bool, large []int) []bool {
	up := make([]bool, len(related)) // names lead from it to a large function
	var list []int
	work := slices.Clone(large)
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range g.callers[k] {
			if !related[c] && !up[c] {
				up[c] = true
				work, list = append(work, int(c)), append(list, int(c))
			}
		}
	}
	reached := make([]bool, len(related))
	names := map[int][]int{} // among the functions in list
	for _, k := range list {
		for _, c := range g.callers[k] {
			switch {
			case related[c] && !reached[k]:
				reached[k] = true
				work = append(work, k)
			case up[c]:
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
	return reached
}

// groups makes a group of each set of definitions that have the same root, among those marked in.
func (g *Graph) groups(in, between []bool, root func(k int) int) []*Group {
	var list []*Group
	by := map[int]*Group{}
	place := make([]int, len(in)) // in its group
	for k := range in {
		if !in[k] {
			continue
		}
		gr := by[root(k)]
		if gr == nil {
			gr = &Group{}
			by[root(k)] = gr
			list = append(list, gr)
		}
		place[k] = len(gr.Members)
		way := between != nil && between[k]
		gr.Members = append(gr.Members, Member{No: k, between: way})
	}
	for k := range in {
		if !in[k] {
			continue
		}
		gr := by[root(k)]
		m := &gr.Members[place[k]]
		for _, c := range g.callers[k] {
			if in[c] {
				m.Callers = append(m.Callers, place[c])
				gr.Members[place[c]].names = append(gr.Members[place[c]].names, int32(place[k]))
			}
		}
	}
	return list
}

// Join adds the members of another group.
func (gr *Group) Join(other *Group) {
	from := len(gr.Members)
	for _, m := range other.Members {
		for n := range m.Callers {
			m.Callers[n] += from
		}
		for n := range m.names {
			m.names[n] += int32(from)
		}
		gr.Members = append(gr.Members, m)
	}
}

// Text returns the length of the members' text in bytes.
func (gr *Group) Text(f *parse.File) (n int) {
	for k := range gr.Members {
		it := &f.Items[gr.Members[k].No]
		n += it.End - it.Start
	}
	return n
}

// Components returns the strongly connected components of a group, callees first, as indices of
// Members. The members of a component are sorted by name, so the position in the file does not
// matter. Unrelated components keep the order of the file where possible, but nothing depends on
// that.
func (gr *Group) Components(f *parse.File) (list [][]int) {
	// Tarjan's algorithm with an explicit stack, because call chains may be long.
	n := len(gr.Members)
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
			if names := gr.Members[v].names; fr.next < len(names) {
				w := int(names[fr.next])
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
			at := len(stack) - 1
			for stack[at] != v {
				at--
			}
			scc := slices.DeleteFunc(slices.Clone(stack[at:]), gr.isBetween)
			for _, w := range stack[at:] {
				onStack[w] = false
			}
			stack = stack[:at]
			slices.SortFunc(scc, func(a, b int) int {
				return strings.Compare(f.Items[gr.Members[a].No].Name, f.Items[gr.Members[b].No].Name)
			})
			if len(scc) > 0 {
				list = append(list, scc)
			}
		}
	}
	return list
}

func (gr *Group) isBetween(k int) bool { return gr.Members[k].between }

// Owned returns the members that are not merely between others, as indices of Members.
func (gr *Group) Owned() []int {
	var list []int
	for k := range gr.Members {
		if !gr.Members[k].between {
			list = append(list, k)
		}
	}
	return list
}

// disjoint is a union-find structure over small integers.
type disjoint []int32

func newDisjoint(n int) disjoint {
	d := make(disjoint, n)
	for k := range d {
		d[k] = int32(k)
	}
	return d
}

func (d disjoint) find(k int) int {
	for int(d[k]) != k {
		d[k] = d[d[k]]
		k = int(d[k])
	}
	return k
}

func (d disjoint) join(a, b int) { d[d.find(a)] = int32(d.find(b)) }
