// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file implements the lexer. It produces tokens on demand and does not allocate. It reports
// errors through parser.fail.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// token is the kind of a token. A punctuation token is its own ASCII byte.
type token uint8

// These are the tokens other than single bytes of punctuation. Brackets show the contents of
// parser.text.
const (
	tEOF      token = 0
	tWord     token = 128 + iota // keyword, opcode, type name, predicate ... [the word]
	tLabel                       // `name:` [name without colon, unquoted]
	tInt                         // -12, 12, u0x1F, s0x1F [source text]
	tFloat                       // 1.5e+00, 0x7FF0..., 0xK..., f0x... [source text]
	tLocal                       // %name [name, unquoted]
	tLocalNum                    // %12 [digits]
	tGlobal                      // @name, @12 [name as in Item.Name]
	tComdat                      // $name [name, unquoted]
	tMD                          // !12 [digits]
	tMDName                      // !name [name, escapes not resolved]
	tAttrs                       // #12 [digits]
	tString                      // "..." [between the quotes, escapes not resolved]
	tCString                     // c"..." [like tString]
	tDots                        // ...
	tSummary                     // ^12
)

// These are the lexer's character classes.
const (
	lexSpace     = 1 << iota
	lexAlnum     // letters, digits, underscore
	lexName      // characters of a bare name: lexAlnum and - $ .
	lexDigit     // decimal digit
	lexBackslash // escapes in metadata names
	lexAlpha     // letters, underscore
	lexHex
)

var lexTab = func() (t [256]uint8) {
	for c := 0; c < 256; c++ {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
			t[c] |= lexAlnum | lexName | lexAlpha
		case c >= '0' && c <= '9':
			t[c] |= lexAlnum | lexName | lexDigit
		case c == '-' || c == '$' || c == '.':
			t[c] |= lexName
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			t[c] |= lexSpace
		case c == '\\':
			t[c] |= lexBackslash
		}
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' {
			t[c] |= lexHex
		}
	}
	return t
}()

// next reads the next token into p.tok, p.start, p.stop and p.text.
func (p *parser) next() {
	src := p.src
	i := p.stop
	for {
		if i >= len(src) {
			p.tok, p.start, p.stop, p.text = tEOF, len(src), len(src), ""
			return
		}
		c := src[i]
		if lexTab[c]&lexSpace != 0 {
			i++
			continue
		}
		if c != ';' {
			break
		}
		i = commentEnd(src, i)
	}
	p.start = i
	c := src[i]
	switch cl := lexTab[c]; {
	case cl&lexAlpha != 0:
		p.lexWord(i)
	case c == '%':
		p.lexLocal(i + 1)
	case cl&lexDigit != 0 || c == '-':
		p.lexNumber(i)
	case c == '@':
		p.lexSymbol(i+1, tGlobal)
	case c == '!':
		p.lexBang(i + 1)
	case c == '"':
		p.lexString(i, tString)
		if p.stop < len(src) && src[p.stop] == ':' {
			p.tok, p.text = tLabel, p.unquote(p.text)
			p.stop++
		}
	case c == '#':
		if j := p.digits(i + 1); j > i+1 {
			p.tok, p.stop, p.text = tAttrs, j, src[i+1:j]
			return
		}
		p.punct(i)
	case c == '^':
		if j := p.digits(i + 1); j > i+1 {
			p.tok, p.stop, p.text = tSummary, j, src[i+1:j]
			return
		}
		p.punct(i)
	case c == '$':
		if j := p.labelEnd(i); j > 0 {
			p.tok, p.stop, p.text = tLabel, j+1, src[i:j]
			return
		}
		p.lexSymbol(i+1, tComdat)
	case c == '.':
		if j := p.labelEnd(i); j > 0 {
			p.tok, p.stop, p.text = tLabel, j+1, src[i:j]
			return
		}
		if strings.HasPrefix(src[i:], "...") {
			p.tok, p.stop, p.text = tDots, i+3, "..."
			return
		}
		p.punct(i)
	case c == '+':
		if j := p.digits(i + 1); j > i+1 && j < len(src) && src[j] == '.' {
			p.lexFraction(i, j)
			return
		}
		p.punct(i)
	default:
		p.punct(i)
	}
}

func (p *parser) punct(i int) {
	c := p.src[i]
	if c == 0 || c >= 128 {
		p.tok, p.stop, p.text = tWord, i+1, p.src[i:i+1]
		p.fail(i, "unexpected character %q", c)
	}
	p.tok, p.stop, p.text = token(c), i+1, p.src[i:i+1]
}

func (p *parser) digits(i int) int {
	for i < len(p.src) && p.src[i]-'0' < 10 {
		i++
	}
	return i
}

// labelEnd returns the position of the colon if the name characters at i end in one, else 0.
func (p *parser) labelEnd(i int) int {
	if i = nameEnd(p.src, i); i < len(p.src) && p.src[i] == ':' {
		return i
	}
	return 0
}

func (p *parser) lexWord(i int) {
	src := p.src
	j := i + 1
	for j < len(src) && lexTab[src[j]]&lexAlnum != 0 {
		j++
	}
	if j < len(src) {
		switch c := src[j]; {
		case c == ':':
			p.tok, p.stop, p.text = tLabel, j+1, src[i:j]
			return
		case lexTab[c]&lexName != 0:
			if k := p.labelEnd(j); k > 0 {
				p.tok, p.stop, p.text = tLabel, k+1, src[i:k]
				return
			}
		case c == '"' && j == i+1 && src[i] == 'c':
			p.lexString(j, tCString)
			return
		}
	}
	if (src[i] == 'i' || src[i] == 'b') && j > i+1 && src[i+1]-'0' < 10 {
		j = p.digits(i + 1) // an integer or byte type ends after its digits, whatever follows
	}
	p.tok, p.stop, p.text = tWord, j, src[i:j]
	if j-i > 3 && src[i+1] == '0' && src[i+2] == 'x' && (src[i] == 'u' || src[i] == 's' || src[i] == 'f') {
		for k := i + 3; k < j; k++ {
			if lexTab[src[k]]&lexHex == 0 {
				return
			}
		}
		p.tok = tInt
		if src[i] == 'f' {
			p.tok = tFloat
		}
	}
}

func (p *parser) lexLocal(i int) {
	src := p.src
	if i < len(src) {
		if c := src[i]; c-'0' < 10 {
			j := p.digits(i)
			p.tok, p.stop, p.text = tLocalNum, j, src[i:j]
			return
		}
	}
	p.lexSymbol(i, tLocal)
}

// lexSymbol reads the name after a sigil.
func (p *parser) lexSymbol(i int, t token) {
	src := p.src
	j := nameEnd(src, i)
	if j > i {
		p.tok, p.stop, p.text = t, j, src[i:j]
		if src[i]-'0' < 10 {
			if t != tGlobal {
				p.fail(i-1, "expected a name")
			}
			j = p.digits(i)
			p.stop, p.text = j, numberedName(src[i:j])
		}
		return
	}
	if i < len(src) && src[i] == '"' {
		p.lexString(i, t)
		p.text = p.unquote(p.text)
		switch {
		case p.text != "":
		case t == tGlobal: // only a definition of `@""` is valid; it takes its number from the item
			p.text = numberedName("")
		default:
			p.fail(i, "expected a name between the quotes")
		}
		return
	}
	p.tok, p.stop, p.text = token(src[i-1]), i, src[i-1:i]
	p.fail(i-1, "expected a name after '%c'", src[i-1])
}

func (p *parser) lexString(i int, t token) {
	n := strings.IndexByte(p.src[i+1:], '"')
	if n < 0 {
		p.tok, p.stop = t, len(p.src)
		p.fail(i, "end of file in string constant")
	}
	p.tok, p.stop, p.text = t, i+n+2, p.src[i+1:i+1+n]
}

// unquote resolves escapes in a name and rejects NUL in it.
func (p *parser) unquote(s string) string {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, 0) < 0 {
		return s
	}
	s = ir.Unescape(s)
	if strings.IndexByte(s, 0) >= 0 {
		p.fail(p.start, "NUL character is not allowed in names")
	}
	return s
}

func (p *parser) lexBang(i int) {
	src := p.src
	j := mdNameEnd(src, i)
	switch {
	case j == i:
		p.tok, p.stop, p.text = '!', i, "!"
	case src[i]-'0' < 10:
		j = p.digits(i)
		p.tok, p.stop, p.text = tMD, j, src[i:j]
	default:
		p.tok, p.stop, p.text = tMDName, j, src[i:j]
	}
}

func (p *parser) lexNumber(i int) {
	src := p.src
	j := i
	if src[i] == '-' {
		j++
	}
	d := j
	j = p.digits(j)
	if j < len(src) {
		c := src[j]
		if c == ':' {
			p.tok, p.stop, p.text = tLabel, j+1, src[i:j]
			return
		}
		if lexTab[c]&lexName != 0 {
			if k := p.labelEnd(j); k > 0 {
				p.tok, p.stop, p.text = tLabel, k+1, src[i:k]
				return
			}
		}
		if c == 'x' && j == i+1 && src[i] == '0' {
			p.lexHexFloat(i)
			return
		}
		if c == '.' && j > d {
			p.lexFraction(i, j)
			return
		}
	}
	if j == d {
		p.punct(i)
		return
	}
	p.tok, p.stop, p.text = tInt, j, src[i:j]
}

// lexFraction reads the rest of a decimal floating-point literal. dot is the position of its point.
func (p *parser) lexFraction(i, dot int) {
	src := p.src
	j := p.digits(dot + 1)
	if j < len(src) && (src[j] == 'e' || src[j] == 'E') {
		k := j + 1
		if k < len(src) && (src[k] == '+' || src[k] == '-') {
			k++
		}
		if e := p.digits(k); e > k {
			j = e
		}
	}
	p.tok, p.stop, p.text = tFloat, j, src[i:j]
}

func (p *parser) lexHexFloat(i int) {
	src := p.src
	j := i + 2
	if j < len(src) {
		switch src[j] {
		case 'K', 'L', 'M', 'H', 'R':
			j++
		}
	}
	k := j
	for j < len(src) && lexTab[src[j]]&lexHex != 0 {
		j++
	}
	if j == k {
		p.punct(i)
		p.fail(i, "expected hexadecimal digits")
	}
	p.tok, p.stop, p.text = tFloat, j, src[i:j]
}
