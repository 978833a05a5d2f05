// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// The test compares stretches with their definition, on random graphs: a free may leave its block
// to later code if every path after it reaches an allocation before anything else happens, and all
// these allocations find a freed block on every path to them.
func TestStretches(t *testing.T) {
	merged := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := stackProgram(r)
		m, err := parse.Module("test.ll", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		s := &taskStack{u: &pass.Unit{M: m}, f: f, readable: func(*ir.Global) bool { return false }}
		s.find()
		var got []*ir.Instr
		for _, x := range s.stretches(false) {
			if x.why == "" {
				for _, op := range slices.Concat(x.sources, x.sinks) {
					got = append(got, op.at)
				}
			}
		}
		want := allWays(s)
		merged += len(got)
		if a, b := places(f, got), places(f, want); a != b {
			t.Fatalf("seed %d: %s, not %s\n%s", seed, a, b, text)
		}
	}
	if merged == 0 {
		t.Error("nothing could be merged anywhere")
	}
}

// stackProgram returns a function that frees and allocates memory at random places.
func stackProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("declare swiftcc ptr @swift_task_alloc(i64)\ndeclare swiftcc void @swift_task_dealloc(ptr)\n" +
		"declare void @unknown()\ndefine void @f(i1 %c) {\n")
	blocks := 2 + r.IntN(6)
	const given = 3
	for k := range given {
		fmt.Fprintf(&b, "  %%g%d = call swiftcc ptr @swift_task_alloc(i64 8)\n", k)
	}
	if r.IntN(2) == 0 {
		b.WriteString("  call swiftcc void @swift_task_dealloc(ptr %g0)\n")
	}
	b.WriteString("  br label %b0\n")
	for k := range blocks {
		fmt.Fprintf(&b, "b%d:\n", k)
		for range r.IntN(3) {
			switch r.IntN(8) {
			case 0:
				b.WriteString("  call void @unknown()\n")
			case 1, 2, 3:
				b.WriteString("  call swiftcc ptr @swift_task_alloc(i64 8)\n")
			case 4, 5, 6:
				fmt.Fprintf(&b, "  call swiftcc void @swift_task_dealloc(ptr %%g%d)\n", r.IntN(given))
			}
		}
		switch r.IntN(6) {
		case 0:
			b.WriteString("  ret void\n")
		case 1:
			b.WriteString("  unreachable\n")
		case 2, 3:
			fmt.Fprintf(&b, "  br label %%b%d\n", r.IntN(blocks))
		default:
			fmt.Fprintf(&b, "  br i1 %%c, label %%b%d, label %%b%d\n", r.IntN(blocks), r.IntN(blocks))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// allWays computes the same by following all paths, and removing candidates until a fixed point.
func allWays(s *taskStack) []*ir.Instr {
	ops := map[*ir.Instr]*stackOp{}
	for k := range s.ops {
		ops[s.ops[k].at] = &s.ops[k]
	}
	// the ops that are first met after an instruction
	behind := map[*ir.Instr][]*stackOp{}
	before := map[*stackOp][]*ir.Instr{} // the instructions from which an op is first met; nil: the entry
	walk := func(from *ir.Instr, at *ir.Instr) {
		seen := map[*ir.Block]bool{}
		var on func(i *ir.Instr)
		on = func(i *ir.Instr) {
			for ; i != nil; i = i.Next() {
				if op := ops[i]; op != nil {
					behind[from] = append(behind[from], op)
					before[op] = append(before[op], from)
					return
				}
				if i.IsTerminator() {
					for _, to := range i.Block().Succs(nil) {
						if !seen[to] {
							seen[to] = true
							on(to.First())
						}
					}
				}
			}
		}
		on(at)
	}
	walk(nil, s.f.Entry().First())
	for _, op := range ops {
		if !op.at.IsTerminator() {
			walk(op.at, op.at.Next())
		}
	}
	in := map[*ir.Instr]bool{}
	for i, op := range ops {
		in[i] = op.took != nil || op.gave != nil
	}
	for changed := true; changed; {
		changed = false
		for i, op := range ops {
			if !in[i] {
				continue
			}
			ok := true
			if op.gave != nil {
				ok = len(behind[i]) > 0
				for _, to := range behind[i] {
					ok = ok && to.took != nil && in[to.at]
				}
			} else {
				for _, from := range before[op] {
					ok = ok && from != nil && ops[from].gave != nil && in[from]
				}
			}
			if !ok {
				in[i], changed = false, true
			}
		}
	}
	var out []*ir.Instr
	for i, yes := range in {
		if yes {
			out = append(out, i)
		}
	}
	return out
}

// places spells instructions by their position in the function.
func places(f *ir.Func, list []*ir.Instr) string {
	var out []string
	n := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if n++; slices.Contains(list, i) {
				out = append(out, fmt.Sprint(n))
			}
		}
	}
	return strings.Join(out, " ")
}
