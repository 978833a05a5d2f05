// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package callgraph answers which definitions of a file name which others: the callers of a
// function, the strongly connected components from the callees up, and the sets of functions that
// coroutines connect. It needs only the scan of the file, so the answers are there before a function
// is parsed.
//
// For example, in a file where @main names @task, a coroutine, and @log names neither, the group of
// the coroutine is {@main, @task}, with the component {@task} before {@main}.
//
// A name counts wherever it is in the text of an item, in a comment too (parse.File.References). So
// the graph may have too many edges, and has never too few.
package callgraph

import (
	"sync"

	"github.com/corolower/corolower/internal/parse"
)

// Graph is the call graph of a file. Definitions are numbered by their index in File.Items.
type Graph struct {
	file    *parse.File
	callers [][]int32 // by number: the definitions that name it, ascending, without itself
	// Asm is the module-level assembly, which may name any symbol.
	Asm []*parse.Item
	// Tables are the names of the constants that name functions which may create coroutines.
	Tables []string

	once   sync.Once
	others [][]int32 // by number: the items that name it and are no definitions; made on demand
}

// New makes the graph of a file, in one pass over the text of its definitions.
func New(f *parse.File) *Graph {
	g := &Graph{file: f, callers: make([][]int32, len(f.Items))}
	for k := range f.Items {
		switch f.Items[k].Kind {
		case parse.ItemDefine:
			g.read(k, g.callers)
		case parse.ItemAsm:
			g.Asm = append(g.Asm, &f.Items[k])
		}
	}
	g.throughTables()
	return g
}

// read enters the names in one item's text.
func (g *Graph) read(k int, namers [][]int32) {
	g.file.References(&g.file.Items[k], func(to int) {
		if l := namers[to]; to != k && (len(l) == 0 || l[len(l)-1] != int32(k)) {
			namers[to] = append(l, int32(k))
		}
	})
}

// Namers returns all items that name a definition, without itself: definitions first. Items that are
// no definitions are read on the first call. It is safe for concurrent use.
func (g *Graph) Namers(k int) []*parse.Item {
	g.once.Do(func() {
		g.others = make([][]int32, len(g.file.Items))
		for k := range g.file.Items {
			if g.file.Items[k].Kind != parse.ItemDefine {
				g.read(k, g.others)
			}
		}
	})
	list := make([]*parse.Item, 0, len(g.callers[k])+len(g.others[k]))
	for _, from := range [][]int32{g.callers[k], g.others[k]} {
		for _, n := range from {
			list = append(list, &g.file.Items[n])
		}
	}
	return list
}
