// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Stub is what a function does that the program declares and nobody defines.
type Stub struct {
	text  string // as the user wrote it, for messages
	print bool   // write a line with the name and the arguments to stdout
	alias string // call this function
	alloc bool   // return new memory, whose size is the number or the argument
	arg   int    // return this argument, counted from 1; 0: none
	value string // return this number
}

// ParseStub parses the text of a stub:
//
//	42, -1.5, null, true   a number of the result's type
//	arg2                   the second argument
//	alloc:64, alloc:arg1   new memory of that size
//	@name                  the result of another function of the library or of the program
//	print, print,42        a line with the arguments on stdout, and 0 or another result
func ParseStub(text string) (Stub, error) {
	s := Stub{text: text}
	rest := text
	if rest == "print" || strings.HasPrefix(rest, "print,") {
		s.print = true
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, "print"), ",")
		if rest == "" && text == "print" {
			s.value = "0"
			return s, nil
		}
	}
	if size, ok := strings.CutPrefix(rest, "alloc:"); ok {
		s.alloc = true
		rest = size
	}
	switch n, isArg := strings.CutPrefix(rest, "arg"); {
	case isArg:
		k, err := strconv.Atoi(n)
		if err != nil || k < 1 {
			return s, fmt.Errorf("'%s' has no number: the first argument is arg1", rest)
		}
		s.arg = k
	case strings.HasPrefix(rest, "@") && !s.alloc:
		s.alias = rest[1:]
	case s.alloc:
		if n, err := strconv.ParseUint(rest, 0, 31); err != nil || n == 0 {
			return s, fmt.Errorf("'%s' is no size of memory", rest)
		}
		s.value = rest
	case rest == "null" || rest == "false":
		s.value = "0"
	case rest == "true":
		s.value = "1"
	default:
		if _, err := strconv.ParseFloat(rest, 64); err != nil {
			if _, ok := new(big.Int).SetString(rest, 0); !ok {
				return s, fmt.Errorf("'%s' is no number, argN, alloc:SIZE, @function or print", rest)
			}
		}
		s.value = rest
	}
	return s, nil
}

// Provide lets a stub stand for a function that the program declares. It returns false if the
// program does not have the function. An error is at its declaration.
func (p *Program) Provide(name string, s Stub) (known bool, err error) {
	for _, m := range p.mods {
		f, err := m.Func(name)
		if err != nil {
			return true, err
		}
		if f == nil {
			continue
		}
		for other, ok := p.linked[f].(*ir.Func); ok; other, ok = p.linked[f].(*ir.Func) {
			f = other
		}
		if g := p.linked[f]; !f.Declared || g != nil {
			return true, located(f, "--extern=%s=%s: @%s has a definition", name, s.text, name)
		}
		return true, p.provide(f, s)
	}
	return false, nil
}

func located(f *ir.Func, format string, args ...any) error {
	e := ir.Errorf(f.Pos, format, args...)
	e.File = f.Module().Name
	return e
}

func (p *Program) provide(f *ir.Func, s Stub) error {
	fn := p.first[p.ids[f]].fn
	fail := func(format string, args ...any) error {
		return located(f, "--extern=%s=%s: %s", f.Name, s.text, fmt.Sprintf(format, args...))
	}
	if s.alias != "" {
		return p.provideAlias(f, s, fail)
	}
	from, width := 0, 0 // the registers of the argument
	if s.arg > 0 {
		if s.arg > len(f.Params) {
			return fail("@%s has %d parameters", f.Name, len(f.Params))
		}
		from = p.paramWords(f.Params[:s.arg-1])
		width = p.paramWords(f.Params[s.arg-1 : s.arg])
	}
	result, argType := f.FTy.Ret(), (*ir.Type)(nil)
	if s.arg > 0 {
		argType = f.Params[s.arg-1].Type()
	}
	var constant []val
	switch {
	case s.alloc && !result.IsPtr():
		return fail("@%s returns %s, which is no pointer", f.Name, result)
	case s.alloc && argType != nil && !argType.IsInt():
		return fail("argument %d is %s, which is no size", s.arg, argType)
	case s.alloc && s.arg == 0:
		n, _ := strconv.ParseUint(s.value, 0, 31)
		constant = []val{{v: n}}
	case s.arg > 0 && !s.alloc && argType != result:
		return fail("@%s returns %s, and its argument %d is %s", f.Name, result, s.arg, argType)
	case s.arg == 0:
		var err error
		if constant, err = p.stubValue(result, s.value); err != nil {
			return fail("@%s returns %s: %v", f.Name, result, err)
		}
	}
	fn.lib = func(t *Thread, args []val) val {
		if s.print {
			t.printCall(fn, args)
		}
		r := constant
		if s.arg > 0 {
			r = args[from : from+width]
		}
		if s.alloc {
			return allocate(fromMalloc, 0)(t, r)
		}
		if len(r) == 0 {
			return val{}
		}
		t.rest = r[1:]
		return r[0]
	}
	return nil
}

// provideAlias lets calls of f call a function of the program or of the library.
func (p *Program) provideAlias(f *ir.Func, s Stub, fail func(format string, args ...any) error) error {
	fn := p.first[p.ids[f]].fn
	target, err := p.entry(s.alias)
	switch {
	case err != nil && p.lib[s.alias] == nil:
		return fail("no file and not the library has a function @%s", s.alias)
	case err != nil:
		lib := p.lib[s.alias]
		fn.lib = func(t *Thread, args []val) val {
			if s.print {
				t.printCall(fn, args)
			}
			return lib(t, args)
		}
	case target.nparams > p.paramWords(f.Params):
		return fail("@%s has more parameters than @%s", s.alias, f.Name)
	case s.print:
		return fail("a function with a body does its own printing")
	default:
		p.linked[f] = target.ir
	}
	return nil
}

// paramWords returns the number of registers of parameters.
func (p *Program) paramWords(params []*ir.Param) int {
	n := 0
	for _, a := range params {
		n += len(p.shape(a.Type()).words)
	}
	return n
}

// stubValue returns a number as a value of a type. Zero is a value of each type.
func (p *Program) stubValue(t *ir.Type, text string) ([]val, error) {
	s := p.shape(t)
	if s.err != nil {
		return nil, fmt.Errorf("%v cannot be run", s.err)
	}
	out := make([]val, len(s.words))
	n, isInt := new(big.Int).SetString(text, 0)
	switch {
	case isInt && n.Sign() == 0:
	case t.IsInt() && isInt:
		if n.BitLen() > t.Bits() || n.Sign() < 0 && new(big.Int).Not(n).BitLen() >= t.Bits() {
			return nil, fmt.Errorf("%s does not fit", text)
		}
		setBig(out, n, t.Bits())
	case t.Kind() == ir.Double || t.Kind() == ir.Float || t.Kind() == ir.Half || t.Kind() == ir.BFloat:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%s is no floating-point number", text)
		}
		out[0].v = fromFloat(t.Kind(), x)
	case t.IsInt():
		return nil, fmt.Errorf("%s is no integer", text)
	default:
		return nil, fmt.Errorf("only 0 is a value of this type")
	}
	return out, nil
}

// printCall writes a line with a function's name and arguments to stdout.
func (t *Thread) printCall(fn *function, args []val) {
	p, list, at := t.m.prog, []string(nil), 0
	for k, a := range fn.ir.Params {
		s := p.shape(a.Type())
		x := args[at : at+len(s.words)]
		at += len(s.words)
		for _, w := range x {
			if w.u != 0 {
				panic(trapf("argument %d of @%s is undefined", k+1, fn.ir.Name))
			}
		}
		list = append(list, t.describe(a.Type(), x))
	}
	if at < len(args) {
		list = append(list, "...")
	}
	t.emit(1, fn.ir.Name+"("+strings.Join(list, ", ")+")\n")
}

// describe writes a value for printCall.
func (t *Thread) describe(ty *ir.Type, x []val) string {
	switch {
	case ty.IsInt():
		n, _ := bigOf(x)
		if ty.Bits() > 1 {
			n = signedBig(n, ty.Bits())
		}
		return n.String()
	case ty.IsPtr():
		return t.describePointer(x[0].v)
	case len(x) == 1 && ty.IsFloat():
		return strconv.FormatFloat(toFloat(ty.Kind(), x[0].v), 'g', -1, 64)
	}
	words := make([]string, len(x))
	for k, w := range x {
		words[k] = fmt.Sprintf("%#x", w.v)
	}
	return "{" + strings.Join(words, ", ") + "}"
}

// describePointer writes a pointer for printCall: a constant string as text, a symbol by its name,
// and any other as ptr, because addresses differ between runs.
func (t *Thread) describePointer(addr uint64) string {
	o, off := t.m.mem.object(addr)
	name := ""
	switch {
	case addr == 0:
		return "null"
	case o == nil:
		return "ptr"
	case o.kind == objFunc && o.fn.ir != noFunc:
		name = o.fn.ir.Name
	case o.kind == objGlobal && o.global != nil:
		name = o.global.Name
		if o.frozen && off < o.size {
			text, _, ended := strings.Cut(string(o.data[off:]), "\x00")
			if ended && text != "" && strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) < 0 {
				return strconv.Quote(text)
			}
		}
	default:
		return "ptr"
	}
	if off != 0 {
		return fmt.Sprintf("@%s+%d", name, off)
	}
	return "@" + name
}
