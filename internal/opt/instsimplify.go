// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// InstSimplify replaces instructions by existing values: one of their operands, or a constant.
//
// It creates no instructions, and examines one instruction and its operands to a small depth. It
// folds integers up to 64 bits, no floating point, no loads, and vectors only by identities that hold for any
// type. It refines: a result that LLVM leaves undefined may become any value, but a defined value
// never becomes undefined. For example, `xor i32 %x, %x` is 0.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// InstSimplify replaces instructions of f by equal values until a fixed point, and erases
// instructions that become dead. It reports whether it changed f.
func InstSimplify(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	changed := false
	s := &instSimplifier{m: m, l: l}
	f.Renumber()
	work := newWorklist(f)
	for _, b := range ir.ReversePostOrder(f) {
		work.addAll(b)
	}
	for k := 0; k < len(work.list); k++ {
		i := work.list[k]
		if i.Block() == nil {
			continue
		}
		work.marks[i.ID] = false
		if !i.HasUses() {
			continue
		}
		if ir.IsCoro(i, ir.CoroSubFnAddr) && DropNoopCalls(m, i) {
			changed = true
			DeleteDead(m, i)
			continue
		}
		v := s.simplify(i)
		if v == nil || v == ir.Value(i) || keepsThread(f, v) {
			continue
		}
		for u := i.FirstUse(); u != nil; u = u.Next() {
			if x := u.User(); x != i {
				work.add(x)
			}
		}
		ir.ReplaceUses(i, v)
		changed = true
		DeleteDead(m, i)
	}
	work.done(work.list)
	if changed {
		f.Changed = true
	}
	return changed
}

// instSimplifier holds the state that several instructions share.
type instSimplifier struct {
	m *ir.Module
	l *target.Layout
}

// simplify returns the value of an instruction, or nil.
func (s *instSimplifier) simplify(i *ir.Instr) ir.Value {
	info := i.Op.Info()
	switch {
	case info.Binary:
		return s.binary(i)
	case info.Cast:
		return s.castOf(i)
	}
	switch i.Op {
	case ir.OpICmp:
		return s.compare(i)
	case ir.OpSelect:
		return s.selectOf(i)
	case ir.OpPhi:
		return s.phi(i)
	case ir.OpGEP:
		return s.gep(i)
	case ir.OpExtractValue:
		return s.extract(i)
	case ir.OpInsertValue:
		return s.insert(i)
	case ir.OpCall:
		return s.call(i)
	}
	return nil
}

// intConst returns v as an integer constant of up to 64 bits.
func intConst(v ir.Value) (*ir.Const, bool) {
	c, ok := v.(*ir.Const)
	if !ok || !c.Type().IsInt() || c.Type().Bits() > 64 {
		return nil, false
	}
	return c, c.IsInt()
}

func isUndef(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && (c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison)
}

func isPoison(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstPoison
}

// isZero reports whether v is a constant with all bits zero, of any type but floating point.
func isZero(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.IsZero()
}

func isAllOnes(v ir.Value) bool {
	c, ok := intConst(v)
	return ok && c.Int64() == -1
}

func isOne(v ir.Value) bool {
	c, ok := intConst(v)
	return ok && c.Uint64() == 1
}

func (s *instSimplifier) binary(i *ir.Instr) ir.Value {
	t := i.Type()
	if !t.Scalar().IsInt() {
		return nil
	}
	x, y := i.Arg(0), i.Arg(1)
	a, okA := intConst(x)
	b, okB := intConst(y)
	if okA && okB {
		if r, ok := ir.FoldInts(i.Op, a, b); ok {
			return s.m.ConstInt(t, r)
		}
		return nil
	}
	if okA || isZero(x) {
		switch i.Op {
		case ir.OpAdd, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
			x, y = y, x
		}
	}
	d := &identities[i.Op]
	switch {
	case d.zero != 0 && isZero(y):
		return s.operand(d.zero, x, y)
	case d.one != 0 && isOne(y) && (t.Bits() > 1 || i.Op == ir.OpMul):
		return s.operand(d.one, x, y)
	case d.ones != 0 && isAllOnes(y):
		return s.operand(d.ones, x, y)
	case d.same != 0 && ir.SameValue(x, y) && !isUndef(x):
		return s.operand(d.same, x, y)
	case d.left != 0 && isZero(x):
		return x
	}
	c, ok := intConst(y)
	if !ok {
		return nil
	}
	if i.Op == ir.OpAnd {
		return s.lowBits(x, c)
	}
	if in, ok := x.(*ir.Instr); ok && i.Op == ir.OpXor && in.Op == ir.OpXor {
		if ir.SameValue(in.Arg(1), y) {
			return in.Arg(0)
		}
		if ir.SameValue(in.Arg(0), y) {
			return in.Arg(1)
		}
	}
	return nil
}

// The results of identities: one of the operands, or zero.
const (
	first = 1 + iota
	second
	nothing
)

// identities says what a binary operation yields if its second operand is 0, 1, or has all bits set,
// or if both operands are the same, or (left) if its first operand is 0. 0: that is unknown.
var identities = [ir.NumOps]struct{ zero, one, ones, same, left uint8 }{
	ir.OpAdd:  {zero: first},
	ir.OpSub:  {zero: first, same: nothing},
	ir.OpMul:  {zero: nothing, one: first},
	ir.OpUDiv: {one: first},
	ir.OpSDiv: {one: first},
	ir.OpShl:  {zero: first, left: first},
	ir.OpLShr: {zero: first, left: first},
	ir.OpAShr: {zero: first, left: first},
	ir.OpAnd:  {zero: nothing, ones: first, same: first},
	ir.OpOr:   {zero: first, ones: second, same: first},
	ir.OpXor:  {zero: first, same: nothing},
}

func (s *instSimplifier) operand(which uint8, x, y ir.Value) ir.Value {
	switch which {
	case first:
		return x
	case second:
		return y
	}
	return s.zero(x.Type())
}

func okConst(v ir.Value) bool {
	_, ok := intConst(v)
	return ok
}

// zero returns 0 of an integer type or of a vector of integers.
func (s *instSimplifier) zero(t *ir.Type) ir.Value {
	if t.IsInt() {
		return s.m.ConstInt(t, 0)
	}
	return s.m.ZeroInit(t)
}

func (s *instSimplifier) castOf(i *ir.Instr) ir.Value {
	x := i.Arg(0)
	if i.Op == ir.OpBitCast && x.Type() == i.Type() {
		return x
	}
	if in, ok := x.(*ir.Instr); ok {
		return s.castOfInstr(i, in)
	}
	return s.castOfConst(i, x)
}

func (s *instSimplifier) castOfConst(i *ir.Instr, x ir.Value) ir.Value {
	t := i.Type()
	c, isInt := intConst(x)
	switch {
	case isPoison(x):
		return s.m.Poison(t)
	case isUndef(x) && i.Op == ir.OpZExt:
		return s.zero(t)
	case isInt && t.IsInt() && t.Bits() <= 64:
		if r, ok := ir.FoldIntCast(i.Op, c); ok {
			return s.m.ConstInt(t, r)
		}
	case isZero(x) && i.Op == ir.OpBitCast && t.IsPtr():
		return s.m.Null(t)
	}
	return nil
}

// castOfInstr returns the value that a cast of an instruction's result equals: often the operand of an
// earlier cast back.
func (s *instSimplifier) castOfInstr(i, in *ir.Instr) ir.Value {
	t := i.Type()
	switch {
	case i.Op == ir.OpBitCast && in.Op == ir.OpBitCast && in.Arg(0).Type() == t:
		return in.Arg(0)
	case i.Op == ir.OpTrunc && (in.Op == ir.OpZExt || in.Op == ir.OpSExt) && in.Arg(0).Type() == t:
		return in.Arg(0)
	case i.Op == ir.OpTrunc && t.IsInt():
		return bitsOf(s.m, in, 0, t)
	case (i.Op == ir.OpIntToPtr && in.Op == ir.OpPtrToInt || i.Op == ir.OpPtrToInt && in.Op == ir.OpIntToPtr) &&
		in.Arg(0).Type() == t && s.l.SizeBits(in.Type()) >= s.l.SizeBits(t):
		return in.Arg(0)
	case i.Op == ir.OpAddrSpaceCast && in.Op == ir.OpAddrSpaceCast && in.Arg(0).Type() == t:
		return in.Arg(0) // the address is the same, or it is not in the other space and has no meaning there
	}
	return nil
}

func (s *instSimplifier) selectOf(i *ir.Instr) ir.Value {
	c, x, y := i.Arg(0), i.Arg(1), i.Arg(2)
	if k, ok := intConst(c); ok {
		if k.IsTrue() {
			return x
		}
		return y
	}
	if ir.SameValue(x, y) || isPoison(y) {
		return x
	}
	if isPoison(x) {
		return y
	}
	if c.Type() == i.Type() {
		a, okA := intConst(x)
		b, okB := intConst(y)
		if okA && okB && a.IsTrue() && !b.IsTrue() {
			return c
		}
	}
	return nil
}

// gepChain limits the length of a chain of getelementptrs that gep follows.
const gepChain = 8

// gep returns an address that equals a getelementptr: its base if all indices are zero, or an
// earlier address if the constant offsets between them sum to zero. For example, a coroutine's
// handle is computed from the address of its promise, which is itself an offset into the frame.
func (s *instSimplifier) gep(i *ir.Instr) ir.Value {
	base := i.Arg(0)
	if ir.AllZero(i) {
		if i.Type() == base.Type() {
			return base
		}
		return nil
	}
	if g, ok := base.(*ir.Instr); !ok || g.Op != ir.OpGEP && g.Op != ir.OpBitCast {
		return nil
	}
	sum := int64(0)
	v := ir.Value(i)
	for range gepChain {
		g, ok := v.(*ir.Instr)
		if !ok {
			return nil
		}
		switch g.Op {
		case ir.OpGEP:
			if !constIndices(g) {
				return nil
			}
			off, ok := gepOffset(s.l, g, nil)
			if !ok {
				return nil
			}
			sum += off
		case ir.OpBitCast:
			if !g.Arg(0).Type().IsPtr() {
				return nil
			}
		default:
			return nil
		}
		v = g.Arg(0)
		if sum == 0 && v.Type() == i.Type() {
			return v
		}
	}
	return nil
}

// constIndices reports whether all indices of a getelementptr are constants.
func constIndices(i *ir.Instr) bool {
	for k := 1; k < i.NumArgs(); k++ {
		if _, ok := i.Arg(k).(*ir.Const); !ok {
			return false
		}
	}
	return true
}

// phi returns the single value of a phi. All entries except the phi itself have that value, so it
// dominates the phi.
func (s *instSimplifier) phi(i *ir.Instr) ir.Value {
	if i.NumArgs() == 0 {
		return nil
	}
	v := i.PhiConstant(s.m)
	if v == ir.Value(i) {
		return nil
	}
	return v
}

// extract looks through the insertvalues, extractvalues and constants that the operand of an
// extractvalue comes from. On nvptx64 clang returns a handle by value as a struct in a struct. It
// takes the struct apart level by level and puts it together in one step.
func (s *instSimplifier) extract(i *ir.Instr) ir.Value {
	path := i.Aux.(*ir.IndexAux).Indices
	v := i.Arg(0)
	for range 64 {
		switch x := v.(type) {
		case *ir.Const:
			return s.element(x, path)
		case *ir.Instr:
			if x.Op == ir.OpExtractValue {
				v, path = x.Arg(0), slices.Concat(x.Aux.(*ir.IndexAux).Indices, path)
				continue
			}
			if x.Op != ir.OpInsertValue {
				return nil
			}
			at := x.Aux.(*ir.IndexAux).Indices
			n := commonPrefix(at, path)
			switch {
			case n == len(at) && n == len(path):
				return x.Arg(1)
			case n == len(at):
				v, path = x.Arg(1), path[n:]
			case n == len(path):
				return nil
			default:
				v = x.Arg(0)
			}
			if len(path) == 0 {
				return v
			}
		default:
			return nil
		}
	}
	return nil
}

func commonPrefix(a, b []int) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// element returns the element of a constant at an index path, or nil if it is unknown.
func (s *instSimplifier) element(c *ir.Const, path []int) ir.Value {
	var v ir.Value = c
	for _, k := range path {
		c, ok := v.(*ir.Const)
		if !ok {
			return nil
		}
		t := c.Type()
		if t.Kind() == ir.Struct {
			if k >= len(t.Fields()) {
				return nil
			}
			t = t.Fields()[k]
		} else {
			t = t.Elem()
		}
		switch c.Kind {
		case ir.ConstStruct, ir.ConstArray:
			if k >= len(c.Elems) {
				return nil
			}
			v = c.Elems[k]
		case ir.ConstZero:
			v = zeroOf(s.m, t)
		case ir.ConstUndef:
			v = s.m.Undef(t)
		case ir.ConstPoison:
			v = s.m.Poison(t)
		default:
			return nil
		}
	}
	return v
}

// zeroOf returns the zero value of any type a constant can have.
func zeroOf(m *ir.Module, t *ir.Type) ir.Value {
	switch {
	case t.IsInt():
		return m.ConstInt(t, 0)
	case t.IsPtr():
		return m.Null(t)
	}
	return zeroValue(m, t)
}

// insert recognizes an aggregate that is rebuilt from its own fields, and the insertion of a field
// that the aggregate already has.
func (s *instSimplifier) insert(i *ir.Instr) ir.Value {
	t := i.Type()
	path := i.Aux.(*ir.IndexAux).Indices
	from, ok := i.Arg(1).(*ir.Instr)
	if !ok || from.Op != ir.OpExtractValue || from.Arg(0).Type() != t || !slices.Equal(from.Aux.(*ir.IndexAux).Indices,
		path) {
		return nil
	}
	whole := from.Arg(0)
	if i.Arg(0) == whole {
		return whole
	}
	if t.Kind() != ir.Struct || len(path) != 1 {
		return nil
	}
	fields := len(t.Fields())
	if fields > 64 {
		return nil
	}
	var have uint64
	var v ir.Value = i
	for range 2 * fields {
		x, ok := v.(*ir.Instr)
		if !ok || x.Op != ir.OpInsertValue {
			break
		}
		at := x.Aux.(*ir.IndexAux).Indices
		e, ok := x.Arg(1).(*ir.Instr)
		if len(at) != 1 || !ok || e.Op != ir.OpExtractValue || e.Arg(0) != whole ||
			!slices.Equal(e.Aux.(*ir.IndexAux).Indices, at) {
			return nil
		}
		have |= 1 << at[0]
		v = x.Arg(0)
	}
	if have == 1<<fields-1 {
		return whole
	}
	return nil
}

// call folds the few intrinsics that return an operand or a constant.
func (s *instSimplifier) call(i *ir.Instr) ir.Value {
	if i.NumCallArgs() == 0 {
		return nil
	}
	switch ir.CalledIntrinsic(i) {
	case ir.Expect, ir.ExpectWithProbability:
		if okConst(i.Arg(0)) {
			return i.Arg(0)
		}
	case ir.IsConstant:
		if c, ok := i.Arg(0).(*ir.Const); ok && c.Kind == ir.ConstInt {
			return s.m.Bool(true)
		}
	}
	return nil
}
