// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

// Interchange: corolower does one half of the work and opt the other, in either order. The mixture
// must elide every frame that opt elides when it does both halves in the same order. (No tool can
// elide a coroutine that is created in a coroutine that was split before.)

import (
	"path/filepath"
)

const opt = "opt-22"

// stage is one run of a tool over a module.
type stage struct {
	tool   string // "": the binary under test
	passes string
}

// interchanges are pairs of stage lists. The second must elide all frames that the first elides.
var interchanges = []struct {
	name         string
	alone, mixed []stage
}{
	{"split here, optimised by opt",
		[]stage{{opt, "coro-early,cgscc(coro-split)"}, {opt, "default<O2>"}},
		[]stage{{"", "coro-early,coro-split"}, {opt, "default<O2>"}}},
	{"split by opt, elided here",
		[]stage{{opt, "coro-early,cgscc(inline,function(sroa,early-cse,simplifycfg),coro-split)"},
			{opt, "function(coro-elide),coro-cleanup"}},
		[]stage{{opt, "coro-early,cgscc(inline,function(sroa,early-cse,simplifycfg),coro-split)"},
			{"", "function(coro-elide),coro-cleanup"}}},
}

// Interchange returns, for each mixture of the tools, the pairs that opt alone elides but the
// mixture does not. It also returns the number of pairs that opt elides.
func Interchange(p *Program, t *Tools) (missing map[string][]Pair, pairs int, err error) {
	base := filepath.Join(t.Dir, p.Name+".mix")
	in := base + ".in.ll"
	if err := p.IR(22, in, "-O2"); err != nil {
		return nil, 0, err
	}
	missing = map[string][]Pair{}
	for _, x := range interchanges {
		alone, err := t.stages(in, base+".alone", x.alone)
		if err != nil {
			return nil, 0, err
		}
		mixed, err := t.stages(in, base+".mixed", x.mixed)
		if err != nil {
			return nil, 0, err
		}
		pairs += len(alone.Pairs)
		if m := Missing(alone, mixed); len(m) > 0 {
			missing[x.name] = m
		}
	}
	return missing, pairs, nil
}

// stages runs tools in order and returns the frames that the last one elided.
func (t *Tools) stages(in, base string, list []stage) (*Elided, error) {
	for _, s := range list {
		name := s.tool
		if name == "" {
			name = t.Corolower
		}
		out := base + ".ll"
		if err := tool(name, in, "-passes="+s.passes, "-S", "-o", out,
			"-pass-remarks-output="+base+".yaml"); err != nil {
			return nil, err
		}
		in = out
	}
	return readRemarks(base + ".yaml")
}
