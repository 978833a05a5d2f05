// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file reports what the tests can notice, from one run of each test without a mutation.

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/corolower/corolower/scripts/mutate/mut"
)

// state is what is known of a mutation from a run without it.
type state int

const (
	unreached state = iota
	idle            // its code runs, and computes the same
	unknown         // perhaps another value
	changed         // another value
)

func (s state) String() string { return [...]string{notReached, sameValue, "unknown", "changed"}[s] }

// add raises the states of mutations by what a run recorded.
func add(states []state, recorded map[int]bool) {
	for n := range recorded {
		s := [...]state{0: changed, mut.Idle / mut.Max: idle, mut.Unknown / mut.Max: unknown}[n/mut.Max]
		states[n%mut.Max] = max(states[n%mut.Max], s)
	}
}

// report writes the states of all mutations.
func (c *campaign) report(o *options, sites []*site) error {
	inTests, elsewhere := make([]state, mut.Max), make([]state, mut.Max)
	for _, t := range c.tests {
		add(inTests, t.reaches)
	}
	for name := range strings.SplitSeq(o.with, ",") {
		if name != "" {
			add(elsewhere, readReached(name))
		}
	}
	tabulate(os.Stdout, "package", sites, inTests, func(s *site) string { return path.Dir(s.at) })
	tabulate(os.Stdout, "kind", sites, inTests, func(s *site) string { return s.kind })
	c.nets(os.Stdout)
	var b strings.Builder
	for _, s := range sites {
		if inTests[s.n] != changed {
			fmt.Fprintln(&b, s, "|", inTests[s.n], "|", elsewhere[s.n])
		}
	}
	return os.WriteFile(o.record, []byte(b.String()), 0o666)
}

// tabulate counts the states of each key.
func tabulate(w io.Writer, head string, sites []*site, states []state, key func(s *site) string) {
	counts := map[string]*[changed + 1]int{}
	var keys []string
	for _, s := range sites {
		for _, name := range []string{key(s), "in all"} {
			if counts[name] == nil {
				counts[name] = new([changed + 1]int)
				keys = append(keys, name)
			}
			counts[name][states[s.n]]++
		}
	}
	slices.Sort(keys)
	fmt.Fprintf(w, "\n| %s | mutations | changed | unknown | same value | not reached |\n|---|---:|---:|---:|---:|---:|\n", head)
	for _, name := range keys {
		n := counts[name]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, n[changed]+n[unknown]+n[idle]+n[unreached], n[changed], n[unknown], n[idle], n[unreached])
	}
}

// nets lists the longest tests, with how many mutations would change a value in each, and in no other test.
func (c *campaign) nets(w io.Writer) {
	fmt.Fprintf(w, "\n| test | seconds | changed | by no other test |\n|---|---:|---:|---:|\n")
	by := make([]int, mut.Max) // number of tests
	for _, t := range c.tests {
		for n := range t.reaches {
			if n < mut.Max {
				by[n]++
			}
		}
	}
	slices.SortStableFunc(c.tests, func(a, b *test) int { return cmp.Compare(b.cost, a.cost) })
	for _, t := range c.tests[:min(len(c.tests), 60)] {
		all, only := 0, 0
		for n := range t.reaches {
			if n < mut.Max {
				all++
				if by[n] == 1 {
					only++
				}
			}
		}
		fmt.Fprintf(w, "| %s | %.1f | %d | %d |\n", t, t.cost.Round(100*time.Millisecond).Seconds(), all, only)
	}
}
