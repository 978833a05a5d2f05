// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package legalise rewrites instructions that a machine lacks into simpler ones. For example,
//
//	%r = call i100 @llvm.uadd.sat.i100(i100 %x, i100 %y)
//
// becomes
//
//	%s = add i100 %x, %y
//	%o = icmp ult i100 %s, %x
//	%r = select i1 %o, i100 -1, i100 %s
//
// The writer of PTX rewrites a function before it prints it, and the interpreter runs an intrinsic
// that it has no code for in this form. What no rule covers stays as it is, so that its user reports it.
//
// legalise.go has the table of rules and the builder, integer.go integers and fixed-point numbers,
// float.go floats, vector.go vectors and masked accesses, and atomic.go atomic operations.
package legalise

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// rule returns the value that replaces an instruction, or nil if it does not cover the instruction. An
// instruction without a result, or whose results were replaced already, is returned itself.
type rule func(b *builder, i *ir.Instr) ir.Value

// rules are the rules of intrinsics, by name without prefix and types.
var rules = map[string]rule{}

// register adds rules.
func register(list map[string]rule) {
	for name, r := range list {
		rules[name] = r
	}
}

// Func rewrites the instructions of a function that the machine lacks and a rule covers, until none is
// left. It reports whether it changed the function.
func Func(f *ir.Func, lay *target.Layout, has func(i *ir.Instr) bool) bool {
	b := &builder{Builder: ir.NewBuilder(f.Module()), m: f.Module(), lay: lay}
	for changed, again := false, true; ; changed = true {
		again = false
		for blk := f.Entry(); blk != nil; blk = blk.Next() {
			for i := blk.First(); i != nil; {
				next := i.Next()
				if r := ruleOf(i); r != nil && !has(i) {
					again = b.apply(r, i) || again
				}
				i = next
			}
		}
		if !again {
			return changed
		}
	}
}

// Covers reports whether a rule may cover calls of an intrinsic.
func Covers(name string) bool { return ruleNamed(name) != nil }

func ruleOf(i *ir.Instr) rule {
	switch i.Op {
	case ir.OpAtomicRMW:
		if i.Flags&ir.FlagElementwise != 0 {
			return expandElementwise
		}
		return expandRMW
	case ir.OpCmpXchg:
		return expandCmpXchg
	case ir.OpCall:
		if f := i.CalledFunc(); f != nil && f.IsIntrinsic() {
			return ruleNamed(f.Name)
		}
	}
	return nil
}

func ruleNamed(name string) rule {
	if strings.HasPrefix(name, constrainedPrefix) {
		return constrained
	}
	return rules[strings.TrimPrefix(ir.IntrinsicByName(name).Name(), ir.IntrinsicPrefix)]
}

// apply replaces an instruction by a rule, and reports whether it did.
func (b *builder) apply(r rule, i *ir.Instr) bool {
	b.At(i)
	b.from = i
	v := r(b, i)
	if v == nil {
		return false
	}
	if v != ir.Value(i) {
		ir.ReplaceUses(i, v)
	}
	i.Erase()
	return true
}

// builder makes the instructions that replace one. They have its position in the source.
type builder struct {
	*ir.Builder
	m    *ir.Module
	lay  *target.Layout
	from *ir.Instr
}

func (b *builder) insert(op ir.Op, t *ir.Type, args ...ir.Value) *ir.Instr {
	return b.at(b.Insert(b.m.NewInstr(op, t, args...), ""))
}

// at gives an instruction the position of the one that it replaces.
func (b *builder) at(i *ir.Instr) *ir.Instr {
	i.Pos = b.from.Pos
	return i
}

// with returns a scalar type, or the vector type with as many elements as t.
func (b *builder) with(t, elem *ir.Type) *ir.Type {
	if t.Kind() == ir.Vector {
		return b.m.Types.Vector(elem, t.Len(), t.IsScalable())
	}
	return elem
}

// c returns an integer, in each element of a vector.
func (b *builder) c(t *ir.Type, v int64) ir.Value { return b.big(t, big.NewInt(v)) }

func (b *builder) big(t *ir.Type, v *big.Int) ir.Value {
	c := b.m.ConstBig(t.Scalar(), v)
	if t.Kind() != ir.Vector {
		return c
	}
	return b.splatConst(t, c)
}

func (b *builder) splatConst(t *ir.Type, c *ir.Const) ir.Value {
	v := b.m.NewConst(ir.ConstSplat, t)
	v.Elems = []ir.Value{c}
	return v
}

// i32 and i64 return constants.
func (b *builder) i32(v int64) ir.Value { return b.c(b.m.Types.Int(32), v) }
func (b *builder) i64(v int64) ir.Value { return b.c(b.m.Types.Int(64), v) }

// number returns a constant of up to 64 bits.
func number(v ir.Value) (int64, bool) {
	c, ok := v.(*ir.Const)
	if !ok || !c.IsInt() {
		return 0, false
	}
	return c.Int64(), true
}

// op computes a binary operation. It folds constants, and additions and shifts of 0.
func (b *builder) op(op ir.Op, x, y ir.Value) ir.Value {
	if c, ok := y.(*ir.Const); ok && c.IsInt() {
		if a, ok := x.(*ir.Const); ok && a.IsInt() {
			if r, ok := ir.FoldInts(op, a, c); ok {
				return b.m.ConstInt(a.Type(), r)
			}
		}
		switch op {
		case ir.OpAdd, ir.OpSub, ir.OpShl, ir.OpLShr, ir.OpAShr:
			if c.IsZero() {
				return x
			}
		}
	}
	return b.insert(op, x.Type(), x, y)
}

func (b *builder) add(x, y ir.Value) ir.Value  { return b.op(ir.OpAdd, x, y) }
func (b *builder) sub(x, y ir.Value) ir.Value  { return b.op(ir.OpSub, x, y) }
func (b *builder) mul(x, y ir.Value) ir.Value  { return b.op(ir.OpMul, x, y) }
func (b *builder) and(x, y ir.Value) ir.Value  { return b.op(ir.OpAnd, x, y) }
func (b *builder) or(x, y ir.Value) ir.Value   { return b.op(ir.OpOr, x, y) }
func (b *builder) xor(x, y ir.Value) ir.Value  { return b.op(ir.OpXor, x, y) }
func (b *builder) shl(x, y ir.Value) ir.Value  { return b.op(ir.OpShl, x, y) }
func (b *builder) lshr(x, y ir.Value) ir.Value { return b.op(ir.OpLShr, x, y) }
func (b *builder) not(x ir.Value) ir.Value     { return b.xor(x, b.c(x.Type(), -1)) }

// cmp compares integers.
func (b *builder) cmp(p ir.Pred, x, y ir.Value) ir.Value { return b.compare(ir.OpICmp, p, x, y) }

func (b *builder) compare(op ir.Op, p ir.Pred, x, y ir.Value) ir.Value {
	if _, ok := number(x); ok {
		if _, ok := number(y); ok {
			return b.m.Bool(ir.FoldCompare(p, x.(*ir.Const), y.(*ir.Const)))
		}
	}
	i := b.insert(op, b.with(x.Type(), b.m.Types.Int(1)), x, y)
	i.Sub = uint8(p)
	return i
}

// is compares with a constant.
func (b *builder) is(p ir.Pred, x ir.Value, v int64) ir.Value { return b.cmp(p, x, b.c(x.Type(), v)) }

func (b *builder) sel(c, x, y ir.Value) ir.Value { return b.insert(ir.OpSelect, x.Type(), c, x, y) }

// pick returns x if it has the relation p to y, and y if not.
func (b *builder) pick(p ir.Pred, x, y ir.Value) ir.Value { return b.sel(b.cmp(p, x, y), x, y) }

// cast converts to a type, or to a vector of it.
func (b *builder) cast(op ir.Op, x ir.Value, elem *ir.Type) ir.Value {
	t := b.with(x.Type(), elem)
	if t == x.Type() {
		return x
	}
	if c, ok := x.(*ir.Const); ok && c.IsInt() && elem.IsInt() && elem.Bits() <= 64 {
		if r, ok := ir.FoldIntCast(op, c); ok {
			return b.m.ConstInt(elem, r)
		}
	}
	return b.insert(op, t, x)
}

// resize makes an integer wider or narrower.
func (b *builder) resize(x ir.Value, bits int, signed bool) ir.Value {
	op := ir.OpZExt
	switch {
	case x.Type().Scalar().Bits() > bits:
		op = ir.OpTrunc
	case signed:
		op = ir.OpSExt
	}
	return b.cast(op, x, b.m.Types.Int(bits))
}

// call calls an intrinsic with operands of one type, which is the type in its name unless suffix is
// another. It declares the intrinsic.
func (b *builder) call(name string, ret *ir.Type, suffix string, args ...ir.Value) ir.Value {
	name = ir.IntrinsicPrefix + name + suffix
	v, _ := b.m.Lookup(name)
	f, ok := v.(*ir.Func)
	if !ok {
		params := make([]*ir.Type, len(args))
		for k, a := range args {
			params[k] = a.Type()
		}
		f = ir.NewDecl(b.m, name, b.m.Types.Func(ret, params, false))
		b.m.AddFunc(f)
	}
	return b.at(b.CallFunc(f, "", args...))
}

// same calls an intrinsic whose operands have the type of its result.
func (b *builder) same(name string, args ...ir.Value) ir.Value {
	return b.call(name, args[0].Type(), "."+mangled(args[0].Type()), args...)
}

// mangled spells a type in the name of an intrinsic.
func mangled(t *ir.Type) string {
	switch t.Kind() {
	case ir.Vector:
		return "v" + strconv.FormatUint(t.Len(), 10) + mangled(t.Elem())
	case ir.Half:
		return "f16"
	case ir.BFloat:
		return "bf16"
	case ir.Float:
		return "f32"
	case ir.Double:
		return "f64"
	}
	return t.String()
}

// results replaces the results of an instruction that returns a struct.
func (b *builder) results(i *ir.Instr, values ...ir.Value) ir.Value {
	for _, u := range i.Users() {
		if x, ok := u.Aux.(*ir.IndexAux); ok && u.Op == ir.OpExtractValue && len(x.Indices) == 1 {
			ir.ReplaceUses(u, values[x.Indices[0]])
			u.Erase()
		}
	}
	if !i.HasUses() {
		return i
	}
	s := ir.Value(b.m.Poison(i.Type()))
	for k, v := range values {
		s = b.InsertValue(s, v, "", k)
	}
	return s
}

// elem returns an element of a vector. A scalar is its only element.
func (b *builder) elem(v ir.Value, k int) ir.Value {
	if v.Type().Kind() != ir.Vector {
		return v
	}
	if c, ok := v.(*ir.Const); ok {
		switch c.Kind {
		case ir.ConstVector:
			return c.Elems[k]
		case ir.ConstSplat:
			return c.Elems[0]
		case ir.ConstZero:
			if t := v.Type().Elem(); t.IsInt() {
				return b.c(t, 0)
			}
		}
	}
	return b.insert(ir.OpExtractElement, v.Type().Elem(), v, b.i32(int64(k)))
}

// join makes a value of a type of its elements.
func (b *builder) join(t *ir.Type, elems []ir.Value) ir.Value {
	if t.Kind() != ir.Vector {
		return elems[0]
	}
	v := ir.Value(b.m.Poison(t))
	for k, x := range elems {
		v = b.insert(ir.OpInsertElement, t, v, x, b.i32(int64(k)))
	}
	return v
}

// length returns the number of elements of a type.
func length(t *ir.Type) int {
	if t.Kind() == ir.Vector {
		return int(t.Len())
	}
	return 1
}

// split ends the block before an instruction, and returns both parts. The first has no terminator.
func (b *builder) split(i *ir.Instr) (before, after *ir.Block) {
	before = i.Block()
	after = before.SplitBefore(i, "")
	before.Terminator().Erase()
	b.AtEnd(before)
	return before, after
}
