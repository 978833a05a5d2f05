package explain

import (
	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/pattern"
)

// This file is what another compiler makes of the same coroutines.

// levels are the pipelines that clang has one of its own for.
var levels = pattern.Lazy(`^(?:default|complete)<(O[0-3sz])>$`)

// Level is the level of optimization at which clang's pipeline is compared with one of this
// program's.
func Level(pipeline string) string {
	if m := levels().FindStringSubmatch(pipeline); m != nil {
		return m[1]
	}
	return "O2"
}

// CompareFrames notes how large clang makes the frames of coroutines of one module.
func CompareFrames(list []*Coroutine, a *clang.Answer) {
	for _, c := range list {
		if n, ok := a.FrameSize(c.Function); ok {
			c.Clang = &n
		}
	}
}

// CompareCreations notes which allocations of one module clang elides. list are all of them.
func CompareCreations(list []Created, a *clang.Answer) {
	type pair struct{ callee, caller string }
	places := map[pair]int{}
	creators := map[string]map[string]bool{}
	for k := range list {
		c := &list[k]
		caller := clang.Whole(c.Caller)
		places[pair{c.Callee, caller}]++
		if creators[c.Callee] == nil {
			creators[c.Callee] = map[string]bool{}
		}
		creators[c.Callee][caller] = true
	}
	for k := range list {
		c := &list[k]
		caller := clang.Whole(c.Caller)
		if yes, ok := a.Elided(c.Callee, caller, places[pair{c.Callee, caller}], creators[c.Callee]); ok {
			c.Clang = &yes
		}
	}
}
