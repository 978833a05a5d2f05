// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// ConstKind is the kind of a Const.
type ConstKind uint8

// The kinds of constants.
const (
	ConstInvalid ConstKind = iota
	ConstInt
	ConstFloat  // Text: the literal as written (1.0e+00, 0x7FF..., 0xH...)
	ConstNull   // null
	ConstUndef  // undef
	ConstPoison // poison
	ConstNone   // token none
	ConstZero   // zeroinitializer
	ConstLost   // replaces a value whose definition is gone; see Module.Lost
	ConstArray
	ConstStruct
	ConstVector
	ConstSplat  // splat (T v)
	ConstString // c"..."; Text: between the quotes, escapes as in the source
	ConstExpr   // Op, Flags, Elems, SrcTy, Pred, Indices
	ConstBlockAddress
	ConstDSOLocalEquivalent
	ConstNoCFI
	ConstPtrAuth
	ConstAsm      // inline assembler as a callee; Asm
	ConstMetadata // metadata as a value (argument of a call); MD
	ConstTarget   // none of the above: kept as text
	// the size of the memory that callers allocate, in bytes: the maximum of a number and of the
	// sizes in the globals of Elems
	ConstSize
)

// AsmAux is the body of an inline assembler value. Strings are as in the source, between the
// quotes.
type AsmAux struct {
	Text, Constraints                              string
	SideEffect, AlignStack, IntelDialect, CanThrow bool
}

// Const is an immutable constant other than a symbol. Integers of up to 64 bits, null, undef,
// poison, none and zeroinitializer are interned: there is one pointer for each value and type.
type Const struct {
	Kind  ConstKind
	Op    Op
	Pred  Pred
	Flags Flags
	typ   *Type
	lo    uint64 // ConstInt of up to 64 bits: the value, zero-extended from the type's width
	big   *big.Int
	Text  string
	Elems []Value // aggregates: elements; expressions: operands
	SrcTy *Type   // getelementptr: source element type
	Extra string  // getelementptr: `inrange(-16, 16)` as written, with InRange in the old spelling below
	// InRangeIdx is 1 + the index operand marked `inrange` in the spelling of LLVM 13-18; 0: none.
	InRangeIdx int
	Indices    []int
	Asm        *AsmAux
	MD         *MD
	// blockaddress, dso_local_equivalent and no_cfi name a function or global in Elems[0]; Fn is
	// set for blockaddress
	Fn        *Func
	BlockName string // blockaddress: the block as written
	Label     string // blockaddress: the block's key in Func.Taken
}

// Type returns the constant's type.
func (c *Const) Type() *Type { return c.typ }
func (*Const) isValue()      {}

// IsInt reports whether c is an integer constant of up to 64 bits.
func (c *Const) IsInt() bool { return c.Kind == ConstInt && c.big == nil }

// Uint64 returns the value of an integer constant, zero-extended, or 0 if it has more than 64 bits.
func (c *Const) Uint64() uint64 { return c.lo }

// Int64 returns the value of an integer constant, sign-extended from its type's width.
func (c *Const) Int64() int64 {
	n := c.typ.Bits()
	if n >= 64 || n == 0 {
		return int64(c.lo)
	}
	return int64(c.lo<<(64-n)) >> (64 - n)
}

// Big returns the value of an integer constant of any width, as written. LLVM reads negative
// numbers as two's complement.
func (c *Const) Big() *big.Int {
	if c.big != nil {
		return c.big
	}
	return big.NewInt(c.Int64())
}

// IsZero reports whether c is integer 0, null or zeroinitializer.
func (c *Const) IsZero() bool {
	return c.Kind == ConstInt && c.lo == 0 && c.big == nil || c.Kind == ConstNull || c.Kind == ConstZero
}

// IsTrue reports whether c is `i1 true`.
func (c *Const) IsTrue() bool { return c.Kind == ConstInt && c.typ.n == 1 && c.lo == 1 }

// constKey identifies an interned integer constant.
type constKey struct {
	t  *Type
	lo uint64
}

// smallConsts is the number of small integers whose constants are cached in their type. They cover
// nearly all constants in code.
const smallConsts = 64

func (t *Type) smallConst(u uint64) *Const {
	if t.small == nil {
		t.small = make([]*Const, smallConsts)
	}
	if t.small[u] == nil {
		t.small[u] = &Const{Kind: ConstInt, typ: t, lo: u}
	}
	return t.small[u]
}

// ConstInt returns an integer constant. It truncates v to the width of the type.
func (m *Module) ConstInt(t *Type, v int64) *Const {
	u := uint64(v)
	if n := t.Bits(); n < 64 {
		u &= 1<<n - 1
	}
	if t.Bits() > 64 {
		return m.ConstBig(t, big.NewInt(v))
	}
	if u < smallConsts {
		return t.smallConst(u)
	}
	k := constKey{t, u}
	if c := m.shared.consts[k]; c != nil {
		return c
	}
	c := &Const{Kind: ConstInt, typ: t, lo: u}
	m.shared.consts[k] = c
	return c
}

// ConstBig returns an integer constant of any width.
func (m *Module) ConstBig(t *Type, v *big.Int) *Const {
	if t.Bits() <= 64 {
		u := new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0)))
		return m.ConstInt(t, int64(u.Uint64()))
	}
	return &Const{Kind: ConstInt, typ: t, big: new(big.Int).Set(v)}
}

// ConstSize returns a constant that is the maximum of floor and of the frame sizes in the second
// fields of pointers, the async function pointers and coroutine records. The maximum is known, and
// printed as a number, once every coroutine of the file is split. Without pointers the result is an
// integer constant.
func (m *Module) ConstSize(t *Type, floor int64, pointers ...*Global) *Const {
	if len(pointers) == 0 {
		return m.ConstInt(t, floor)
	}
	list := slices.Clone(pointers)
	slices.SortFunc(list, func(a, b *Global) int { return strings.Compare(a.Name, b.Name) })
	c := &Const{Kind: ConstSize, typ: t, lo: uint64(floor)}
	for _, g := range slices.Compact(list) {
		c.Elems = append(c.Elems, g)
	}
	return c
}

// SizeParts returns the number and the pointers of a ConstSize constant. For an integer of up to 64
// bits it returns the value without pointers, and for other constants ok is false.
func (c *Const) SizeParts() (floor int64, pointers []*Global, ok bool) {
	if c.Kind != ConstSize {
		return c.Int64(), nil, c.IsInt()
	}
	for _, v := range c.Elems {
		pointers = append(pointers, v.(*Global))
	}
	return int64(c.lo), pointers, true
}

// Bool returns `i1 true` or `i1 false`.
func (m *Module) Bool(v bool) *Const {
	if v {
		return m.ConstInt(m.Types.Int(1), 1)
	}
	return m.ConstInt(m.Types.Int(1), 0)
}

func internConst(t *Type, kind ConstKind) *Const {
	c := &t.simple[kind-ConstNull]
	if *c == nil {
		*c = &Const{Kind: kind, typ: t}
	}
	return *c
}

// Null returns the null pointer of a pointer type.
func (m *Module) Null(t *Type) *Const { return internConst(t, ConstNull) }

// Undef returns undef of a type.
func (m *Module) Undef(t *Type) *Const { return internConst(t, ConstUndef) }

// Poison returns poison of a type.
func (m *Module) Poison(t *Type) *Const { return internConst(t, ConstPoison) }

// Lost returns a constant that replaces a value whose definition is removed while uses of it
// remain. A pass that erases a block, or does not copy one, assumes that all these users are
// unreachable. Poison would hide a wrong assumption. For example, a pass threads the edge from %a
// past %b, and forgets that %join, which %a reaches, uses %x of %b:
//
//	; %b is erased, so %x becomes lost, and the verifier rejects it if %join is reachable
//	%r = phi i32 [ %x, %a ]
//
// A lost value is printed as poison. For a token, Lost returns `token none`. Debug records get
// poison immediately, because they may lose the values that they describe.
func (m *Module) Lost(t *Type) *Const {
	if t.kind == Token {
		return m.NoneToken()
	}
	return internConst(t, ConstLost)
}

// isLost reports whether v is a constant made by Module.Lost.
func isLost(v Value) bool {
	c, ok := v.(*Const)
	return ok && c.Kind == ConstLost
}

// NoneToken returns `token none`.
func (m *Module) NoneToken() *Const { return internConst(m.Types.Simple(Token), ConstNone) }

// ZeroInit returns zeroinitializer of a type.
func (m *Module) ZeroInit(t *Type) *Const { return internConst(t, ConstZero) }

// NewConst returns a constant of a kind that is not interned. The caller fills in the other fields
// before it shares the constant.
func (m *Module) NewConst(kind ConstKind, t *Type) *Const { return &Const{Kind: kind, typ: t} }

// ConstCast returns a constant cast expression.
func (m *Module) ConstCast(op Op, v Value, to *Type) *Const {
	return &Const{Kind: ConstExpr, Op: op, typ: to, Elems: []Value{v}}
}

// MetadataValue wraps metadata as a value.
func (m *Module) MetadataValue(md *MD) *Const {
	return &Const{Kind: ConstMetadata, typ: m.Types.Simple(MetadataTy), MD: md}
}

// IntString formats an integer constant as LLVM prints it: true or false for i1, else signed
// decimal.
func (c *Const) IntString() string {
	if c.big != nil {
		return c.big.String()
	}
	if c.typ.n == 1 {
		if c.lo != 0 {
			return "true"
		}
		return "false"
	}
	return strconv.FormatInt(c.Int64(), 10)
}
