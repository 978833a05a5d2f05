// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framereport

// Flags on the paths between suspends. A frontend that runs one clean-up for several exits of a
// scope stores a number for the exit, and branches on it after the clean-up. Passes turn the number
// into phis of constants. For example, this clean-up goes to %next only if it came from %resumed:
//
//	cleanup:
//	  %exit = phi i32 [ 0, %resumed ], [ 2, %destroyed ]
//	  call void @destructor(ptr %object)
//	  switch i32 %exit, label %ends [ i32 0, label %next ]
//
// The search for paths carries the values that such phis got on the path. A value that it does not
// know may be anything.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// maxFlagStates bounds, for each block and start, the combinations of flag values that are visited.
// If there are more, the block is visited once more with no value known.
const maxFlagStates = 8

// flagValue is the known value of a flag.
type flagValue struct {
	flag  int32 // number of the phi
	value uint64
}

// flagPhi is a phi that decides a branch, or that another such phi takes its value from.
type flagPhi struct {
	number int32
	from   map[*ir.Block]ir.Value
}

// flags are the flags of a coroutine.
type flags struct {
	number map[ir.Value]int32
	in     map[*ir.Block][]flagPhi
}

// newFlags finds the flags in some blocks.
func newFlags(blocks []*ir.Block) *flags {
	fs := &flags{number: map[ir.Value]int32{}, in: map[*ir.Block][]flagPhi{}}
	var work []*ir.Instr
	add := func(v ir.Value) {
		phi, ok := v.(*ir.Instr)
		if !ok || phi.Op != ir.OpPhi || !phi.Type().IsInt() || phi.Type().Bits() > 64 {
			return
		}
		if _, seen := fs.number[phi]; !seen {
			fs.number[phi] = int32(len(fs.number))
			work = append(work, phi)
		}
	}
	for _, b := range blocks {
		if t := b.Terminator(); t.NumArgs() > 0 && (t.Op == ir.OpSwitch || t.Op == ir.OpBr && t.NumArgs() == 3) {
			v := t.Arg(0)
			if i, ok := v.(*ir.Instr); ok && i.Op == ir.OpICmp {
				v = i.Arg(0)
			}
			add(v)
		}
	}
	for len(work) > 0 {
		phi := ir.Pop(&work)
		p := flagPhi{fs.number[phi], make(map[*ir.Block]ir.Value, phi.NumArgs())}
		for k, b := range phi.PhiBlocks() {
			p.from[b] = phi.Arg(k)
			add(phi.Arg(k))
		}
		fs.in[phi.Block()] = append(fs.in[phi.Block()], p)
	}
	return fs
}

// valueOf returns the value of a constant or flag, if it is known.
func (fs *flags) valueOf(v ir.Value, known []flagValue) (uint64, bool) {
	if c, ok := v.(*ir.Const); ok {
		return c.Uint64(), c.IsInt()
	}
	n, ok := fs.number[v]
	if !ok {
		return 0, false
	}
	k, ok := slices.BinarySearchFunc(known, n, func(f flagValue, n int32) int { return int(f.flag - n) })
	if !ok {
		return 0, false
	}
	return known[k].value, true
}

// enter returns the values that are known after the edge between two blocks. It does not change
// known.
func (fs *flags) enter(from, to *ir.Block, known []flagValue) []flagValue {
	phis := fs.in[to]
	if len(phis) == 0 {
		return known
	}
	out := slices.DeleteFunc(slices.Clone(known), func(f flagValue) bool {
		return slices.ContainsFunc(phis, func(p flagPhi) bool { return p.number == f.flag })
	})
	for _, p := range phis {
		if v, ok := fs.valueOf(p.from[from], known); ok {
			out = append(out, flagValue{p.number, v})
		}
	}
	slices.SortFunc(out, func(a, b flagValue) int { return int(a.flag - b.flag) })
	return out
}

// onlySucc returns the block that follows b if known values decide its branch, or else nil.
func (fs *flags) onlySucc(b *ir.Block, known []flagValue) *ir.Block {
	if len(known) == 0 {
		return nil
	}
	k, ok := ir.EdgeIf(b.Terminator(), func(i *ir.Instr) (uint64, bool) { return fs.valueOf(i, known) })
	if !ok {
		return nil
	}
	return b.Succs(nil)[k]
}
