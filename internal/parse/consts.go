// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads values: locals, symbols and simple constants. Constant expressions are in
// constexpr.go.

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// typed reads a type and a value of that type.
func (p *parser) typed() ir.Value {
	t := p.typ()
	return p.value(t)
}

// typedConst reads a type and a constant of that type. It rejects locals.
func (p *parser) typedConst() ir.Value {
	t := p.typ()
	return p.constant(t)
}

// constant reads a constant or symbol of the given type.
func (p *parser) constant(t *ir.Type) ir.Value {
	if p.tok == tLocal || p.tok == tLocalNum {
		p.failTok("invalid use of function-local name")
	}
	return p.value(t)
}

// value reads a value of the given type.
func (p *parser) value(t *ir.Type) ir.Value {
	if t.Kind() == ir.Label {
		p.failTok("a label is not allowed here")
	}
	switch p.tok {
	case tLocal:
		if p.fn == nil {
			p.failTok("invalid use of function-local name")
		}
		v := p.body.named(p, p.text, t)
		p.next()
		return v
	case tLocalNum:
		if p.fn == nil {
			p.failTok("invalid use of function-local name")
		}
		v := p.body.numbered(p, p.text, t)
		p.next()
		return v
	case tInt:
		v := p.intConst(t)
		p.next()
		return v
	case tGlobal:
		return p.symbolRef(t)
	case tWord:
		return p.wordValue(t)
	case tFloat:
		p.checkFloat(t)
		c := p.m.NewConst(ir.ConstFloat, t)
		c.Text = p.text
		p.next()
		return c
	case tCString:
		return p.cString(t)
	case '[':
		return p.arrayConst(t)
	case '<':
		return p.angleConst(t)
	case '{':
		at := p.start
		p.next()
		c := p.structConst(at, t, false)
		return c
	}
	if t.Kind() == ir.MetadataTy {
		p.failTok("expected metadata operand")
	}
	p.failTok("expected value token, found %s", p.describe())
	return nil
}

func (p *parser) intConst(t *ir.Type) ir.Value {
	if !t.IsInt() {
		if t.Kind() == ir.Byte {
			p.failTok("constants of a byte type are not supported, except zeroinitializer, undef and poison")
		}
		p.failTok("integer constant must have integer type")
	}
	s := p.text
	if c := s[0]; c == 'u' || c == 's' {
		v, _ := new(big.Int).SetString(s[3:], 16)
		// LLVM counts the bits without leading zeros, so the highest set bit is the sign. Every s0x
		// number but 0 is negative; for example, s0x7 is -1.
		if n := v.BitLen(); c == 's' && n > 0 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(n)))
		}
		return p.bigConst(t, v)
	}
	if len(s) <= 18 && t.Bits() <= 64 {
		n, neg := int64(0), false
		for k := 0; k < len(s); k++ {
			if s[k] == '-' {
				neg = true
				continue
			}
			n = n*10 + int64(s[k]-'0')
		}
		if neg {
			n = -n
		}
		return p.m.ConstInt(t, n)
	}
	if len(s) > 1<<16 {
		p.failTok("integer constant of more than %d digits", 1<<16)
	}
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		p.failTok("expected integer")
	}
	return p.bigConst(t, v)
}

// bigConst truncates v to the width of t, as LLVM does. A constant wider than 64 bits is stored as
// a signed two's complement value.
func (p *parser) bigConst(t *ir.Type, v *big.Int) ir.Value {
	if n := uint(t.Bits()); n > 64 && uint(v.BitLen()) >= n {
		one := big.NewInt(1)
		v.And(v, new(big.Int).Sub(new(big.Int).Lsh(one, n), one))
		if v.Bit(int(n-1)) != 0 {
			v.Sub(v, new(big.Int).Lsh(one, n))
		}
	}
	return p.m.ConstBig(t, v)
}

// checkFloat checks a floating-point literal against its type.
func (p *parser) checkFloat(t *ir.Type) {
	s := p.text
	bad := func() { p.failTok("floating point constant invalid for type") }
	if !t.IsFloat() {
		bad()
	}
	k := t.Kind()
	if strings.HasPrefix(s, "f0x") {
		return
	}
	if strings.HasPrefix(s, "0x") {
		digits, max := len(s)-3, 0
		var want ir.Kind
		switch s[2] {
		case 'K':
			want, max = ir.X86FP80, 20
		case 'L':
			want, max = ir.FP128, 32
		case 'M':
			want, max = ir.PPCFP128, 32
		case 'H':
			want, max = ir.Half, 4
		case 'R':
			want, max = ir.BFloat, 4
		default:
			if len(s)-2 > 16 {
				p.failTok("constant bigger than 64 bits detected")
			}
			n, _ := strconv.ParseUint(s[2:], 16, 64)
			if !fitsFloat(math.Float64frombits(n), k) {
				bad()
			}
			return
		}
		if digits > max {
			p.failTok("hexadecimal constant too large")
		}
		if k != want {
			bad()
		}
		return
	}
	x, err := strconv.ParseFloat(strings.TrimPrefix(s, "+"), 64)
	// A number outside of a double's range becomes infinite.
	if err != nil && !errors.Is(err, strconv.ErrRange) || !fitsFloat(x, k) {
		bad()
	}
}

// fitsFloat reports whether a double is exactly representable in the given kind of floating-point
// type. LLVM requires this of literals that are written as doubles. A NaN must keep its whole
// payload. The result is false for types that have no double literals.
func fitsFloat(x float64, k ir.Kind) bool {
	fraction := k.FractionBits()
	if fraction == 0 || math.IsNaN(x) {
		return fraction > 0 && math.Float64bits(x)&(1<<(52-fraction)-1) == 0
	}
	return k.FloatValue(k.RoundFloat(x)) == x
}

// symbolRef reads a reference to a global symbol.
func (p *parser) symbolRef(t *ir.Type) ir.Value {
	at, name := p.start, p.text
	if !t.IsPtr() {
		p.failTok("global variable reference must have pointer type")
	}
	v := p.symbol()
	if vt := v.Type(); vt != t {
		p.typeMismatch(at, quoted('@', name), vt, t)
	}
	return v
}

// symbol reads a symbol's name and looks it up.
func (p *parser) symbol() ir.Value {
	v := p.lookup(p.start, p.text)
	if v == nil {
		p.failTok("use of undefined value '%s'", quoted('@', p.text))
	}
	p.next()
	return v
}

// lookup returns a symbol of the unit or the file, or nil.
func (p *parser) lookup(at int, name string) ir.Value {
	v, err := p.m.Lookup(name)
	if err != nil {
		p.raise(at, err)
	}
	return v
}

// wordValue reads a value that begins with a word.
func (p *parser) wordValue(t *ir.Type) ir.Value {
	at, m, w := p.start, p.m, p.text
	switch w {
	case "true", "false":
		if !t.IsIntN(1) {
			p.fail(at, "constant expression type mismatch: got type 'i1' but expected '%s'", t)
		}
		p.next()
		return m.Bool(w == "true")
	case "null":
		if !t.IsPtr() {
			p.fail(at, "null must be a pointer type")
		}
		p.next()
		return m.Null(t)
	case "undef", "poison":
		if !t.IsFirstClass() || t.Kind() == ir.Label {
			p.fail(at, "invalid type for %s constant", w)
		}
		p.next()
		if w == "undef" {
			return m.Undef(t)
		}
		return m.Poison(t)
	case "zeroinitializer":
		if !t.IsFirstClass() || t.Kind() == ir.Label {
			p.fail(at, "invalid type for null constant")
		}
		p.next()
		switch {
		case t.IsInt():
			return m.ConstInt(t, 0)
		case t.IsPtr():
			return m.Null(t)
		}
		return m.ZeroInit(t)
	case "none":
		if t.IsToken() {
			p.next()
			return m.NoneToken()
		}
		if t.Kind() == ir.TargetExt {
			p.next()
			return m.NewConst(ir.ConstNone, t)
		}
		p.fail(at, "invalid type for none constant")
	case "asm":
		p.fail(at, "inline asm is only allowed as a callee")
	case "splat":
		return p.splat(t)
	}
	return p.wordConst(t)
}

func (p *parser) splat(t *ir.Type) ir.Value {
	at := p.start
	p.next()
	p.expect('(', "after splat")
	p.enter()
	e := p.typedConst()
	p.leave()
	p.expect(')', "at end of splat")
	if t.Kind() != ir.Vector || e.Type() != t.Elem() {
		p.fail(at, "constant expression type mismatch: got type 'splat of %s' but expected '%s'", e.Type(), t)
	}
	c := p.m.NewConst(ir.ConstSplat, t)
	c.Elems = []ir.Value{e}
	return c
}

func (p *parser) cString(t *ir.Type) ir.Value {
	n := len(p.text)
	if strings.IndexByte(p.text, '\\') >= 0 {
		n = len(ir.Unescape(p.text))
	}
	if t.Kind() != ir.Array || !t.Elem().IsIntN(8) || t.Len() != uint64(n) {
		p.failTok("constant expression type mismatch: got type '[%d x i8]' but expected '%s'", n, t)
	}
	c := p.m.NewConst(ir.ConstString, t)
	c.Text = p.text
	p.next()
	return c
}

// elements reads typed constants up to and including the closing token.
func (p *parser) elements(end token) []ir.Value {
	p.enter()
	base := len(p.argBuf)
	p.list(end, "in constant list", func() {
		v := p.typedConst()
		p.argBuf = append(p.argBuf, v)
	})
	p.leave()
	return p.takeArgs(base)
}

func (p *parser) arrayConst(t *ir.Type) ir.Value {
	at := p.start
	p.next()
	elems := p.elements(']')
	if t.Kind() != ir.Array {
		p.fail(at, "array constant must have array type, not '%s'", t)
	}
	if uint64(len(elems)) != t.Len() {
		p.fail(at, "constant expression type mismatch: got an array of %d elements but expected '%s'", len(elems), t)
	}
	for i, e := range elems {
		if e.Type() != t.Elem() {
			p.fail(at, "array element #%d is not of type '%s'", i, t.Elem())
		}
	}
	if len(elems) == 0 {
		return p.m.ZeroInit(t)
	}
	c := p.m.NewConst(ir.ConstArray, t)
	c.Elems = elems
	return c
}

// angleConst reads a vector or a packed struct.
func (p *parser) angleConst(t *ir.Type) ir.Value {
	at := p.start
	p.next()
	if p.tok == '{' {
		p.next()
		c := p.structConst(at, t, true)
		p.expect('>', "at end of packed struct")
		return c
	}
	elems := p.elements('>')
	if len(elems) == 0 {
		p.fail(at, "constant vector must not be empty")
	}
	if t.Kind() != ir.Vector || t.IsScalable() || uint64(len(elems)) != t.Len() {
		p.fail(at, "constant expression type mismatch: got a vector of %d elements but expected '%s'", len(elems), t)
	}
	for i, e := range elems {
		if e.Type() != t.Elem() {
			p.fail(at, "vector element #%d is not of type '%s'", i, t.Elem())
		}
	}
	c := p.m.NewConst(ir.ConstVector, t)
	c.Elems = elems
	return c
}

// structConst reads the elements after the opening brace.
func (p *parser) structConst(at int, t *ir.Type, packed bool) ir.Value {
	elems := p.elements('}')
	if t.Kind() != ir.Struct {
		p.fail(at, "constant expression type mismatch: got a struct but expected '%s'", t)
	}
	fields := t.Fields()
	if t.IsPacked() != packed {
		p.fail(at, "packed'ness of initializer and type don't match")
	}
	if len(fields) != len(elems) {
		p.fail(at, "initializer with struct type has wrong # elements")
	}
	for i, e := range elems {
		if e.Type() != fields[i] {
			p.fail(at, "element %d of struct initializer doesn't match struct element type", i)
		}
	}
	if len(elems) == 0 {
		return p.m.ZeroInit(t)
	}
	c := p.m.NewConst(ir.ConstStruct, t)
	c.Elems = elems
	return c
}
