// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"strconv"
	"strings"
)

// Declarations of variables and their initial values.

// variable reads `.align 4 .b8 name[16] = {...}`, which follows the space.
func (p *parser) variable(space string) *variable {
	v := &variable{space: space}
	for {
		t := p.next()
		switch {
		case t == ".align":
			v.align = int(p.number())
			if n := v.align; n <= 0 || n&(n-1) != 0 || n > 1<<31 {
				p.fail("an alignment of %d", n)
			}
		case t == ".ptr":
		case t == ".global" || t == ".shared" || t == ".const" || t == ".local":
		case strings.HasPrefix(t, "."):
			ty, ok := typNames[t[1:]]
			if !ok || ty.kind == 'p' {
				p.fail("type %q", t)
			}
			v.elem = ty
		default:
			v.name = t
			p.identifier(t)
			n := 1
			if p.accept("[") {
				n = 0
				if p.peek() != "]" {
					n = int(p.number())
				}
				p.want("]")
			}
			v.size = n * v.elem.bytes()
			if v.align == 0 {
				v.align = v.elem.bytes()
			}
			if p.accept("=") {
				p.initials(v)
			}
			return v
		}
	}
}

// identifier fails for a name that ptxas does not accept. The name of a prototype is _.
func (p *parser) identifier(s string) {
	if s == "_" {
		return
	}
	if len(s) == 1 && !(s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z') ||
		s == "" || s == "WARP_SZ" || strings.Contains(s, ".") ||
		s[0] >= '0' && s[0] <= '9' || !wordByte(s[0]) || strings.Contains(s[1:], "%") {
		p.fail("%q is no name", s)
	}
}

func (p *parser) number() uint64 {
	n, ok := parseNumber(p.next())
	if !ok {
		p.fail("expected a number")
	}
	return n
}

// parseNumber reads integer and float literals as bits.
func parseNumber(s string) (uint64, bool) {
	switch {
	case strings.HasPrefix(s, "0f") || strings.HasPrefix(s, "0F"):
		n, err := strconv.ParseUint(s[2:], 16, 32)
		return n, err == nil && len(s) == 10
	case strings.HasPrefix(s, "0d") || strings.HasPrefix(s, "0D"):
		n, err := strconv.ParseUint(s[2:], 16, 64)
		return n, err == nil && len(s) == 18
	}
	s = strings.TrimSuffix(s, "U")
	n, err := strconv.ParseUint(s, 0, 64)
	return n, err == nil
}

// isFloatLiteral reports whether a number is written as the bits of a float, as 0f3F800000.
func isFloatLiteral(s string) bool {
	return len(s) > 2 && s[0] == '0' && strings.ContainsRune("fFdD", rune(s[1]))
}

// initialType fails if a variable's type is of none of the kinds that take an initial value.
func (p *parser) initialType(v *variable, kinds string) {
	switch k := v.elem.kind; {
	case k == 'B' || k == 'f' && v.elem.bits == 16:
		p.fail("an initial value of %s, whose type takes none", v.name)
	case !strings.ContainsRune(kinds, rune(k)):
		p.fail("an initial value of %s that is not of its type", v.name)
	}
}

func (p *parser) initials(v *variable) {
	one := func() {
		var in initial
		neg := p.accept("-")
		t := p.next()
		if n, ok := parseNumber(t); ok {
			kinds := "usb"
			if isFloatLiteral(t) {
				kinds = "fb"
			}
			p.initialType(v, kinds)
			in.val = n
			if neg {
				in.val = -n
			}
		} else {
			if t == "generic" {
				in.generic = true
				p.want("(")
				t = p.next()
				p.want(")")
			}
			in.sym = t
			p.initialType(v, "u")
			if v.elem.bits < 32 {
				p.fail("an initial value of %s that does not hold an address", v.name)
			}
			if p.spaceOfSymbol(operand{sym: in.sym}) == "" {
				p.fail("%s is not declared", in.sym)
			}
			for p.peek() == "+" {
				in.off += int64(p.offset())
			}
		}
		v.init = append(v.init, in)
	}
	if p.accept("{") {
		for !p.accept("}") {
			one()
			p.accept(",")
		}
		return
	}
	one()
}
