// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package callgraph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/callgraph"
	"github.com/corolower/corolower/internal/parse"
)

// random is a file of functions that name each other at random, as text and as a matrix.
type random struct {
	n                int
	names            [][]bool
	coroutine, large []bool
	file             *parse.File
}

const makerSize = 2000

func newRandom(t *testing.T, seed uint64) *random {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 1))
	x := &random{n: 2 + rnd.IntN(12)}
	var b strings.Builder
	b.WriteString("declare token @llvm.coro.id(i32, ptr, ptr, ptr)\ndeclare void @outside()\n")
	for k := range x.n {
		row := make([]bool, x.n)
		x.coroutine = append(x.coroutine, rnd.IntN(5) == 0)
		x.large = append(x.large, rnd.IntN(4) == 0)
		fmt.Fprintf(&b, "define void @f%d() {\n", k)
		if x.coroutine[k] {
			b.WriteString("  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)\n")
		}
		if x.large[k] {
			b.WriteString(strings.Repeat("  call void @outside()\n", makerSize/20))
		}
		for range rnd.IntN(3) {
			to := rnd.IntN(x.n)
			row[to] = true
			fmt.Fprintf(&b, "  call void @f%d()\n", to)
		}
		b.WriteString("  ret void\n}\n")
		x.names = append(x.names, row)
	}
	var err error
	if x.file, err = parse.Scan("test.ll", []byte(b.String())); err != nil {
		t.Fatal(err)
	}
	return x
}

// item returns the number of function k in the graph.
func (x *random) item(k int) int {
	it := x.file.Item(fmt.Sprintf("f%d", k))
	return slices.IndexFunc(x.file.Items, func(o parse.Item) bool { return o.Start == it.Start })
}

// closure adds the indirect edges, through nodes for which by is set.
func closure(edges [][]bool, by []bool) [][]bool {
	n := len(edges)
	c := make([][]bool, n)
	for k := range c {
		c[k] = slices.Clone(edges[k])
	}
	for m := range n {
		for a := range n {
			for b := range n {
				c[a][b] = c[a][b] || by[m] && c[a][m] && c[m][b]
			}
		}
	}
	return c
}

// TestCreatorsAreTheirDefinition compares the groups with a definition that is cubic: f is related
// if it is a coroutine or names one, or names a related function that is small.
func TestCreatorsAreTheirDefinition(t *testing.T) {
	for seed := range uint64(3000) {
		x := newRandom(t, seed)
		related, rest := slices.Clone(x.coroutine), make([]bool, x.n)
		for range x.n {
			for k := range x.n {
				for to := range x.n {
					related[k] = related[k] || x.names[k][to] && related[to] && (x.coroutine[to] || !x.large[to])
				}
			}
		}
		for k := range x.n {
			rest[k] = !related[k]
		}
		through := closure(x.names, rest)
		// linked: one names the other, or names a large function through others
		linked := make([][]bool, x.n)
		for a := range x.n {
			linked[a] = make([]bool, x.n)
		}
		for a := range x.n {
			for b := range x.n {
				behind := related[b] && x.large[b] && !x.coroutine[b]
				is := related[a] && related[b] && (a == b || x.names[a][b] || behind && through[a][b])
				linked[a][b], linked[b][a] = linked[a][b] || is, linked[b][a] || is
			}
		}
		all := make([]bool, x.n)
		for k := range all {
			all[k] = true
		}
		linked = closure(linked, all)
		group := map[int]*callgraph.Group{}
		for _, gr := range callgraph.New(x.file).Creators(makerSize) {
			for _, k := range gr.Owned() {
				group[gr.Members[k].No] = gr
			}
			checkComponents(t, x, gr, closure(x.names, all))
		}
		for a := range x.n {
			ga := group[x.item(a)]
			if (ga != nil) != related[a] {
				t.Fatalf("seed %d: @f%d is in a group: %t, related %t\n%s", seed, a, ga != nil, related[a], x.file.Text)
			}
			for b := range x.n {
				if ga != nil && group[x.item(b)] != nil && (ga == group[x.item(b)]) != linked[a][b] {
					t.Fatalf("seed %d: @f%d and @f%d share a group: %t\n%s", seed, a, b, !linked[a][b], x.file.Text)
				}
			}
		}
	}
}

// checkComponents checks that each member is in one component, that components are the sets of
// functions that reach each other, and that callees come first.
func checkComponents(t *testing.T, x *random, gr *callgraph.Group, reach [][]bool) {
	t.Helper()
	of := map[int]int{}
	for k := range x.n {
		of[x.item(k)] = k
	}
	place := map[int]int{} // by function
	for n, scc := range gr.Components(x.file) {
		for _, k := range scc {
			place[of[gr.Members[k].No]] = n
		}
	}
	if len(place) != len(gr.Owned()) {
		t.Fatalf("%d of %d members are in a component\n%s", len(place), len(gr.Owned()), x.file.Text)
	}
	for a, pa := range place {
		for b, pb := range place {
			if a != b && reach[a][b] && pa < pb || a != b && (pa == pb) != (reach[a][b] && reach[b][a]) {
				t.Fatalf("@f%d is in component %d, and @f%d in %d\n%s", a, pa, b, pb, x.file.Text)
			}
		}
	}
}

// TestWhole checks that the group of all definitions has each edge once, in both directions.
func TestWhole(t *testing.T) {
	for seed := range uint64(300) {
		x := newRandom(t, seed)
		gr := callgraph.New(x.file).Whole()
		if len(gr.Members) != x.n {
			t.Fatalf("%d members of %d", len(gr.Members), x.n)
		}
		for to := range x.n {
			var want []int
			for from := range x.n {
				if from != to && x.names[from][to] {
					want = append(want, from)
				}
			}
			if got := gr.Members[to].Callers; !slices.Equal(got, want) {
				t.Fatalf("callers of @f%d: %v, want %v\n%s", to, got, want, x.file.Text)
			}
		}
	}
}

// TestNamers checks that items that are no functions count, and module assembly is listed.
func TestNamers(t *testing.T) {
	text := `@table = global [2 x ptr] [ptr @f, ptr @f]
module asm ".globl f"
declare void @g()
define void @f() {
  call void @f()
  ret void
}
define void @"a b"() {
  call void @f()
  call void @g()
  ret void
}
!named = !{!0}
!0 = !{ptr @"a b"}
`
	file, err := parse.Scan("test.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g := callgraph.New(file)
	kinds := func(name string) (list []parse.Kind) {
		k := slices.IndexFunc(file.Items, func(it parse.Item) bool { return it.Kind == parse.ItemDefine && it.Name == name })
		for _, it := range g.Namers(k) {
			list = append(list, it.Kind)
		}
		return list
	}
	if got := kinds("f"); !slices.Equal(got, []parse.Kind{parse.ItemDefine, parse.ItemGlobal}) {
		t.Errorf("@f is named by %v", got)
	}
	if got := kinds("a b"); !slices.Equal(got, []parse.Kind{parse.ItemMD}) {
		t.Errorf(`@"a b" is named by %v`, got)
	}
	if len(g.Asm) != 1 {
		t.Errorf("%d items of assembly", len(g.Asm))
	}
}
