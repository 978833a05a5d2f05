// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/pattern"
)

// This file compares the coroutines with the result of another compiler.

// levels matches the pipelines for which clang has an optimization level.
var levels = pattern.Lazy(`^(?:default|complete)<(O[0-3sz])>$`)

// Level returns the optimization level of clang to compare a pipeline with.
func Level(pipeline string) string {
	if m := levels().FindStringSubmatch(pipeline); m != nil {
		return m[1]
	}
	return "O2"
}

// CompareFrames records the sizes of clang's frames for the coroutines of one module.
func CompareFrames(list []*Coroutine, a *clang.Answer) {
	for _, c := range list {
		if n, ok := a.FrameSize(c.Function); ok {
			c.Clang = &n
		}
	}
}

// CompareCreations records which allocations of one module clang elides. list must have all
// creations of the module.
func CompareCreations(list []Created, a *clang.Answer) {
	type pair struct{ callee, caller string }
	places := map[pair]int{}
	creators := map[string]map[string]bool{}
	each(list, func(c *Created) {
		caller := clang.Whole(c.Caller)
		places[pair{c.Callee, caller}]++
		if creators[c.Callee] == nil {
			creators[c.Callee] = map[string]bool{}
		}
		creators[c.Callee][caller] = true
	})
	each(list, func(c *Created) {
		caller := clang.Whole(c.Caller)
		if yes, ok := a.Elided(c.Callee, caller, places[pair{c.Callee, caller}], creators[c.Callee]); ok {
			c.Clang = &yes
		}
	})
}
