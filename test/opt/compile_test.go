// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// The compiler of the interpreter. It translates a function to a list of steps whose operands are
// register numbers. Two functions with the same steps behave the same, whatever the names of their
// values and blocks, so a variant whose steps are known need not run again.

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// field is an element of a value.
type field struct {
	off  uint64 // offset in memory, in bytes
	bits int
	at   int // offset in a word, in bits
}

// form is the layout of a type's values in memory and in a word. In a word, an integer occupies its
// own width, and a field begins after the previous one, but does not cross the middle of the word.
type form struct {
	fields      []field
	size, align uint64
	first       []int // of a struct or array: the index of each element's first field
	fits        bool  // the value fits into a word
}

// formOf computes the layout of a type on x86-64.
func (c *compiler) formOf(t *ir.Type) *form {
	f := c.forms[t]
	if f == nil {
		f = &form{align: 1, fits: true}
		f.add(t)
		f.size = (f.size + f.align - 1) &^ (f.align - 1)
		at := 0
		for k := range f.fields {
			x := &f.fields[k]
			if at < 64 && at+x.bits > 64 && at > 0 {
				at = 64
			}
			x.at = at
			at += x.bits
		}
		f.fits = at <= 128 && len(f.fields) <= 16
		c.forms[t] = f
	}
	return f
}

// add appends a part to the layout of f.
func (f *form) add(t *ir.Type) {
	scalar := func(bits int, align uint64) {
		f.size = (f.size + align - 1) &^ (align - 1)
		f.fields = append(f.fields, field{off: f.size, bits: bits})
		f.size += uint64(bits+7) / 8
		f.align = max(f.align, align)
	}
	switch t.Kind() {
	case ir.Int:
		align := uint64(1)
		for align < 16 && align*8 < uint64(t.Bits()) {
			align *= 2
		}
		scalar(t.Bits(), align)
		f.size = (f.size + align - 1) &^ (align - 1)
	case ir.Float:
		scalar(32, 4)
	case ir.Double, ir.Ptr:
		scalar(64, 8)
	case ir.Vector:
		n := int(t.Len())
		for k := range n {
			e := &form{align: 1}
			e.add(t.Elem())
			if len(e.fields) != 1 || e.size*8 != uint64(e.fields[0].bits) {
				f.fields = append(f.fields, field{bits: 1 << 10}) // packed bits in memory: not supported
				return
			}
			align := e.size
			if k == 0 {
				align = e.size * uint64(n)
			}
			scalar(e.fields[0].bits, align)
		}
	case ir.Array, ir.Struct:
		types := t.Fields()
		if t.Kind() == ir.Array {
			types = nil
			for range t.Len() {
				types = append(types, t.Elem())
			}
		}
		for _, e := range types {
			part := &form{align: 1}
			part.add(e)
			part.size = (part.size + part.align - 1) &^ (part.align - 1)
			if t.Kind() == ir.Struct && t.IsPacked() {
				part.align = 1
			}
			f.size = (f.size + part.align - 1) &^ (part.align - 1)
			f.first = append(f.first, len(f.fields))
			for _, x := range part.fields {
				f.fields = append(f.fields, field{off: f.size + x.off, bits: x.bits})
			}
			f.size += part.size
			f.align = max(f.align, part.align)
		}
	default:
		f.fields = append(f.fields, field{bits: 1 << 10})
	}
}

// take extracts a field from a word. put replaces one.
func (f *form) take(w word, k int) (lo, hi uint64, bad bool) {
	x := &f.fields[k]
	bad = w.bad>>k&1 != 0
	switch {
	case x.bits > 64:
		return w.lo, w.hi, bad
	case x.at >= 64:
		return cut(w.hi>>(x.at-64), x.bits), 0, bad
	}
	return cut(w.lo>>x.at, x.bits), 0, bad
}

func (f *form) put(w *word, k int, lo, hi uint64, bad bool) {
	x := &f.fields[k]
	w.bad &^= 1 << k
	if bad {
		w.bad |= 1 << k
	}
	mask := cut(math.MaxUint64, x.bits)
	switch {
	case x.bits > 64:
		w.lo, w.hi = lo, cut(hi, x.bits-64)
	case x.at >= 64:
		w.hi = w.hi&^(mask<<(x.at-64)) | (lo&mask)<<(x.at-64)
	default:
		w.lo = w.lo&^(mask<<x.at) | (lo&mask)<<x.at
	}
}

// cut returns the low bits of a number.
func cut(v uint64, bits int) uint64 {
	if bits >= 64 {
		return v
	}
	return v & (1<<bits - 1)
}

// none marks an absent operand.
const none = math.MinInt32

// step is an instruction. An operand is a register, or a constant if it is negative.
type step struct {
	op      ir.Op
	sub     uint8
	n       uint16 // width in bits, or another small number
	flags   ir.Flags
	dst     int32
	a, b, c int32
	imm     int64
	form    *form // of the result or, for a store, of the value
	from    *form // of the operand
	name    string
	callee  *ir.Func
}

// code is a translated function.
type code struct {
	steps  []step
	ints   []int32 // lists that steps refer to
	consts []word
	regs   int
	hash   uint64
}

// compiler translates the functions of one module.
type compiler struct {
	forms  map[*ir.Type]*form
	code   *code
	regs   []int32 // by instruction ID
	starts []int32 // by block ID
}

// codeOf returns the code of a function that no longer changes.
func (m *machine) codeOf(f *ir.Func) *code {
	c := m.codes[f]
	if c == nil {
		c = m.compiler.compile(f)
		m.codes[f] = c
	}
	return c
}

// compile renumbers and translates a function. It panics with a fault if the interpreter does not
// support some part of the function.
func (c *compiler) compile(f *ir.Func) *code {
	f.Renumber()
	n := f.NumIDs()
	c.code = &code{ints: make([]int32, 0, 2*n), consts: make([]word, 0, n/2)}
	c.regs, c.starts = slices.Grow(c.regs[:0], n)[:n], slices.Grow(c.starts[:0], n)[:n]
	next, pc := int32(len(f.Params)), int32(0)
	for b := f.Entry(); b != nil; b = b.Next() {
		c.starts[b.ID] = pc
		for i := b.First(); i != nil; i = i.Next() {
			c.regs[i.ID] = next
			next++
			if i.Op != ir.OpPhi {
				pc++
			}
		}
	}
	c.code.regs = int(next)
	c.code.steps = make([]step, 0, pc)
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpPhi {
				c.code.steps = append(c.code.steps, c.step(i))
			}
		}
	}
	c.code.sum()
	return c.code
}

// sum computes the hash.
func (c *code) sum() {
	h := uint64(1)
	add := func(x uint64) { h = bits.RotateLeft64((h^x)*0x9e3779b97f4a7c15, 29) }
	two := func(a, b int32) { add(uint64(uint32(a)) | uint64(uint32(b))<<32) }
	for k := range c.steps {
		s := &c.steps[k]
		add(uint64(s.op) | uint64(s.sub)<<8 | uint64(s.n)<<16 | uint64(s.flags)<<32)
		two(s.dst, s.a)
		two(s.b, s.c)
		add(uint64(s.imm))
		for _, f := range [...]*form{s.form, s.from} {
			if f != nil {
				add(uint64(len(f.fields)) | uint64(f.fields[0].bits)<<8 | f.size<<24)
			}
		}
		for _, b := range []byte(s.name) {
			add(uint64(b))
		}
	}
	for _, x := range c.ints {
		add(uint64(x))
	}
	for _, w := range c.consts {
		add(w.lo)
		add(w.hi)
		add(uint64(w.bad))
	}
	c.hash = h
}

// form returns the layout of a type whose values fit into a word.
func (c *compiler) form(t *ir.Type) *form {
	f := c.formOf(t)
	if !f.fits {
		faultf("the interpreter knows no values of type %s", t)
	}
	return f
}

// list stores numbers for a step and returns their index.
func (c *compiler) list(n ...int32) int32 {
	at := len(c.code.ints)
	c.code.ints = append(c.code.ints, n...)
	return int32(at)
}

// edge stores the target and the phi assignments of an edge, and returns their index.
func (c *compiler) edge(from *ir.Block, to ir.Value) int32 {
	b := to.(*ir.Block)
	at := c.list(c.starts[b.ID], 0)
	for p := b.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
		c.list(c.regs[p.ID], c.operand(p.IncomingFor(from)))
		c.code.ints[at+1]++
	}
	return at
}

// operand returns the operand for a value: a register, or a new constant.
func (c *compiler) operand(v ir.Value) int32 {
	switch v := v.(type) {
	case *ir.Param:
		return int32(v.Index)
	case *ir.Instr:
		return c.regs[v.ID]
	}
	w := c.constant(v)
	c.code.consts = append(c.code.consts, w)
	return ^int32(len(c.code.consts) - 1)
}

// constant returns the value of a constant.
func (c *compiler) constant(v ir.Value) (w word) {
	switch v := v.(type) {
	case *ir.Global:
		switch v.Name {
		case "g":
			return word{lo: addrG}
		case "fuel":
			return word{lo: addrFuel}
		case "table":
			return word{lo: addrTable}
		}
	case *ir.Const:
		switch v.Kind {
		case ir.ConstInt:
			n := v.Big()
			if n.Sign() < 0 {
				n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(v.Type().Bits())))
			}
			w.lo = new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
			w.hi = new(big.Int).Rsh(n, 64).Uint64()
			w.lo = cut(w.lo, v.Type().Bits())
			return w
		case ir.ConstFloat:
			return word{lo: floatBits(v.Text, v.Type())}
		case ir.ConstNull, ir.ConstZero:
			return word{}
		case ir.ConstUndef, ir.ConstPoison, ir.ConstLost:
			return word{bad: uint16(1<<len(c.form(v.Type()).fields) - 1)}
		case ir.ConstStruct, ir.ConstVector, ir.ConstArray, ir.ConstSplat:
			f := c.form(v.Type())
			if len(v.Elems) != len(f.fields) && v.Kind != ir.ConstSplat {
				break
			}
			for k := range f.fields {
				e := v.Elems[min(k, len(v.Elems)-1)]
				x := c.constant(e)
				f.put(&w, k, x.lo, x.hi, x.bad != 0)
			}
			return w
		case ir.ConstExpr:
			if v.Op == ir.OpGEP {
				w = c.constant(v.Elems[0])
				off, list := c.offsets(v.SrcTy, v.Elems[1:])
				if len(list) == 0 {
					w.lo += uint64(off)
					return w
				}
			}
		}
	}
	faultf("the interpreter knows no constant like %s", ir.ValueName(v))
	return w
}

// floatBits returns the bits of a literal.
func floatBits(text string, t *ir.Type) uint64 {
	var v float64
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		n, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			faultf("the interpreter cannot read %s", text)
		}
		v = math.Float64frombits(n)
	} else {
		v, _ = strconv.ParseFloat(text, 64)
	}
	if t.Kind() == ir.Float {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// offsets computes the offset of a getelementptr: a constant, and pairs of a register and the
// number of bytes that it counts.
func (c *compiler) offsets(t *ir.Type, indices []ir.Value) (off int64, list []int32) {
	size := func(t *ir.Type) int64 { return int64(c.formOf(t).size) }
	for k, v := range indices {
		unit := int64(0)
		switch {
		case k == 0:
			unit = size(t)
		case t.Kind() == ir.Struct:
			n := v.(*ir.Const).Int64()
			f := c.formOf(t)
			t = t.Fields()[n]
			off += int64(f.fields[f.first[n]].off)
			continue
		default:
			t = t.Elem()
			unit = size(t)
		}
		if x, ok := v.(*ir.Const); ok && x.IsInt() {
			off += x.Int64() * unit
			continue
		}
		if !v.Type().IsIntN(64) {
			faultf("the interpreter knows no index of type %s", v.Type())
		}
		list = append(list, c.operand(v), int32(unit))
	}
	return off, list
}

// step translates an instruction.
func (c *compiler) step(i *ir.Instr) step {
	s := step{op: i.Op, sub: i.Sub, flags: i.Flags, dst: none, a: none, b: none, c: none}
	if t := i.Type(); t.IsFirstClass() && !t.IsVoid() {
		s.dst, s.form = c.regs[i.ID], c.form(t)
	}
	switch i.Op {
	case ir.OpBr:
		if i.NumArgs() == 1 {
			s.b = c.edge(i.Block(), i.Arg(0))
			return s
		}
		s.a, s.b, s.c = c.operand(i.Arg(0)), c.edge(i.Block(), i.Arg(1)), c.edge(i.Block(), i.Arg(2))
	case ir.OpSwitch:
		s.a = c.operand(i.Arg(0))
		list := []int32{int32(i.NumCases()), c.edge(i.Block(), i.Arg(1))}
		for k := range i.NumCases() {
			list = append(list, c.operand(i.CaseValue(k)), c.edge(i.Block(), i.CaseDest(k)))
		}
		s.b = c.list(list...)
	case ir.OpCall, ir.OpInvoke:
		c.call(i, &s)
	case ir.OpAlloca:
		f := c.formOf(i.ElemTy)
		if i.NumArgs() > 0 && i.Arg(0).(*ir.Const).Int64() != 1 {
			faultf("the interpreter knows no alloca of several")
		}
		s.imm, s.n = int64(f.size), uint16(max(f.align, uint64(i.Align)))
	case ir.OpStore:
		s.form = c.form(i.Arg(0).Type())
		s.a, s.b = c.operand(i.Arg(0)), c.operand(i.Arg(1))
	case ir.OpGEP:
		off, list := c.offsets(i.ElemTy, args(i)[1:])
		s.a, s.imm, s.c = c.operand(i.Arg(0)), off, int32(len(list)/2)
		s.b = c.list(list...)
	case ir.OpExtractValue, ir.OpInsertValue:
		index := i.Aux.(*ir.IndexAux).Indices
		f := c.form(i.Arg(0).Type())
		if len(index) != 1 || len(f.first) != len(f.fields) {
			faultf("the interpreter knows no parts of parts")
		}
		s.n, s.from = uint16(f.first[index[0]]), f
		s.a = c.operand(i.Arg(0))
		if i.Op == ir.OpInsertValue {
			s.b = c.operand(i.Arg(1))
		}
	case ir.OpLandingPad, ir.OpFence:
	case ir.OpCmpXchg, ir.OpAtomicRMW:
		s.n = uint16(c.form(i.Arg(1).Type()).size * 8)
		fallthrough
	default:
		for k, to := range []*int32{&s.a, &s.b, &s.c} {
			if k < i.NumArgs() {
				*to = c.operand(i.Arg(k))
			}
		}
		if i.NumArgs() > 0 && i.Op != ir.OpLoad {
			s.from = c.form(i.Arg(0).Type())
		}
	}
	return s
}

func args(i *ir.Instr) []ir.Value {
	list := make([]ir.Value, i.NumArgs())
	for k := range list {
		list[k] = i.Arg(k)
	}
	return list
}

// call translates a call or an invoke.
func (c *compiler) call(i *ir.Instr, s *step) {
	f := i.CalledFunc()
	if f == nil {
		faultf("the interpreter knows no indirect calls")
	}
	list := []int32{int32(i.NumCallArgs())}
	for k := range i.NumCallArgs() {
		list = append(list, c.operand(i.Arg(k)))
	}
	s.imm = int64(c.list(list...))
	s.name = f.Name
	if !f.Declared {
		s.callee = f
	}
	if strings.HasPrefix(f.Name, "llvm.") {
		part := strings.SplitN(f.Name, ".", 4)
		s.name = "llvm." + part[1]
		switch part[1] {
		case "lifetime":
			s.name += "." + part[2]
			if a := ir.AsInstr(i.Arg(i.NumCallArgs() - 1)); a != nil && a.Op == ir.OpAlloca {
				s.n = uint16(c.formOf(a.ElemTy).size)
			}
		case "umax", "umin", "smax", "smin":
			s.n = uint16(i.Type().Bits())
		}
	}
	if i.Op == ir.OpInvoke {
		s.b, s.c = c.edge(i.Block(), i.NormalDest()), c.edge(i.Block(), i.UnwindDest())
	}
}
