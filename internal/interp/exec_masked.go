// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// Loads and stores of some elements of a vector. Up to LLVM 21 they have an alignment before the
// mask, as an operand.

// maskedAccess is the payload of a masked load or store.
type maskedAccess struct {
	value, addr, mask int32 // registers; value is the other result of a load
	n                 int32 // elements
	w                 word
	step              uint64 // distance of elements in memory
	each              bool   // each element has its own address
	align             uint64 // minus one
}

// masked builds a masked load or store.
func masked(store, each bool) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		args := make([]ir.Value, 0, 4)
		a := &maskedAccess{each: each}
		for k := range i.NumCallArgs() {
			if v := i.Arg(k); k > 0 && v.Type().IsInt() {
				a.align = max(c.p.constant(v)[0].v, 1) - 1
			} else {
				args = append(args, v)
			}
		}
		value, addr, mask := 2, 0, 1
		if store {
			value, addr, mask = 0, 1, 2
		}
		t := args[value].Type()
		s := c.shapeOf(t)
		if s.packed || len(s.words) == 0 || uint64(len(s.words)) != t.Len() {
			panic(unsupportedf("a masked access of type %s cannot be run", t))
		}
		a.value, a.addr, a.mask = c.src(args[value]), c.src(args[addr]), c.src(args[mask])
		a.n, a.w, a.step = int32(len(s.words)), s.words[0], uint64(c.p.layout.SizeBits(t.Elem())+7)/8
		run := execMaskedLoad
		if store {
			run = execMaskedStore
		}
		c.add(inst{run: run, dst: c.dst(i), x: a})
	}
}

// address returns the address of an element. ok is false if the mask leaves it out.
func (a *maskedAccess) address(f *frame, k int32, how string) (p uint64, ok bool) {
	m := f.regs[a.mask+k]
	if m.u != 0 {
		panic(trapf("the mask of a %s is undefined", how))
	}
	if m.v == 0 {
		return 0, false
	}
	if a.each {
		p = pointer(f.regs[a.addr+k], how)
	} else {
		p = pointer(f.regs[a.addr], how) + uint64(k)*a.step
	}
	if a.each || k == 0 {
		aligned(p, a.align, how)
	}
	return p, true
}

func execMaskedLoad(t *Thread, f *frame, in *inst) {
	a := in.x.(*maskedAccess)
	for k := range a.n {
		r := f.regs[a.value+k]
		if p, ok := a.address(f, k, "read"); ok {
			r = t.m.mem.load(p, a.w.bytes)
		}
		f.regs[in.dst+k] = r
	}
}

func execMaskedStore(t *Thread, f *frame, in *inst) {
	a := in.x.(*maskedAccess)
	for k := range a.n {
		if p, ok := a.address(f, k, "write"); ok {
			t.m.mem.store(p, a.w.bytes, f.regs[a.value+k])
		}
	}
}
