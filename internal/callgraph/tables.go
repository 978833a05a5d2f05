// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package callgraph

import (
	"bytes"
	"slices"

	"github.com/corolower/corolower/internal/parse"
)

// maxThroughTables bounds the edges from coroutines to functions in tables.
const maxThroughTables = 1 << 16

// throughTables adds edges to the functions in constant tables that may create coroutines, from the coroutines
// that call something through a pointer. For example, if @_ZTV6square names a coroutine @area, and a coroutine
// @sum has the line `call void %fn(ptr %t)`, @sum counts as a caller of @area, so that @area is split first. Edges
// that would close a cycle are left out: they would change the order of functions that call each other by name.
func (g *Graph) throughTables() {
	creates := map[int]bool{}
	var coroutines, pointers []int32
	for k := range g.file.Items {
		if !g.file.IsCoroutine(&g.file.Items[k]) {
			continue
		}
		coroutines, creates[k] = append(coroutines, int32(k)), true
		for _, c := range g.callers[k] {
			creates[int(c)] = true
		}
	}
	in := g.inTables(creates)
	if len(in) == 0 {
		return
	}
	for _, k := range coroutines {
		if callsPointer(g.file.Source(&g.file.Items[k])) {
			pointers = append(pointers, k)
		}
	}
	if len(pointers) == 0 || len(in)*len(pointers) > maxThroughTables {
		return
	}
	before := map[int][]int32{}
	for k := range in {
		before[k] = g.callers[k]
		list := slices.Concat(pointers, g.callers[k])
		slices.Sort(list)
		g.callers[k] = slices.Compact(slices.DeleteFunc(list, func(c int32) bool { return int(c) == k }))
	}
	component := g.components()
	for k := range in {
		g.callers[k] = slices.DeleteFunc(g.callers[k], func(c int32) bool {
			_, named := slices.BinarySearch(before[k], c)
			return !named && component[int(c)] == component[k]
		})
	}
}

// components numbers the strongly connected components of all definitions.
func (g *Graph) components() map[int]int {
	of, whole := map[int]int{}, g.Whole()
	for n, list := range whole.Components(g.file) {
		for _, k := range list {
			of[whole.Members[k].No] = n
		}
	}
	return of
}

// inTables finds the constant tables that name functions of a set, and these functions.
func (g *Graph) inTables(set map[int]bool) map[int]bool {
	in := map[int]bool{}
	for k := range g.file.Items {
		it := &g.file.Items[k]
		if len(set) == 0 || it.Kind != parse.ItemGlobal || !bytes.Contains(g.file.Source(it), []byte(" constant ")) {
			continue
		}
		named := false
		g.file.References(it, func(to int) {
			if set[to] {
				in[to], named = true, true
			}
		})
		if named {
			g.Tables = append(g.Tables, it.Name)
		}
	}
	return in
}

// callsPointer reports whether a line of a function's text calls a local value, as in `call void %fn(ptr %t)`.
func callsPointer(text []byte) bool {
	for from := 0; ; {
		n := bytes.IndexByte(text[from:], '(')
		if n < 0 {
			return false
		}
		open := from + n
		from = open + 1
		line := text[:open][bytes.LastIndexByte(text[:open], '\n')+1:]
		name := bytes.LastIndexByte(line, '%')
		if name < 0 || bytes.ContainsAny(line[name:], " ,)") || bytes.IndexByte(line, '@') >= 0 {
			continue
		}
		if bytes.Contains(line[:name], []byte("call ")) || bytes.Contains(line[:name], []byte("invoke ")) {
			return true
		}
	}
}
