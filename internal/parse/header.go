// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads the headers of functions, and global variables, aliases and ifuncs.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// LoadSymbol implements ir.Source.
func (f *File) LoadSymbol(m *ir.Module, name string) (ir.Value, error) {
	f.index()
	if f.dupErr != nil {
		return nil, f.dupErr
	}
	i, ok := f.symbols[name]
	if !ok {
		return nil, nil
	}
	it := &f.Items[i]
	var v ir.Value
	var err error
	if it.Kind == ItemGlobal {
		err = f.parse(m, it.Head, it.End, func(p *parser) { v = p.global(it) })
	} else {
		v, err = f.header(m, i)
	}
	if err != nil {
		return nil, err
	}
	if err := f.loadPending(m); err != nil {
		return nil, err
	}
	return v, nil
}

// header adds a function to a unit. Units that share types cache headers that are read repeatedly:
// declarations on the first read, and definitions on the second read. Most definitions have a unit
// of their own and few other units reference them, so most are read only once.
func (f *File) header(m *ir.Module, item int32) (*ir.Func, error) {
	it, u := &f.Items[item], f.unitOf(m)
	h, again := u.headers[item]
	if h != nil {
		fn := m.AddHeader(h.fn)
		if h.nums != nil {
			u.setNums(fn, h.nums)
		}
		for _, c := range h.pending {
			c.fn = fn
			u.pending = append(u.pending, c)
		}
		return fn, nil
	}
	var fn *ir.Func
	waiting := len(u.pending)
	if err := f.parse(m, it.Head, it.End, func(p *parser) { fn = p.function(it) }); err != nil {
		return nil, err
	}
	if again || it.Kind == ItemDeclare {
		if kept := fn.Header(); kept != nil {
			h = &header{fn: kept, nums: u.nums[fn], pending: slices.Clone(u.pending[waiting:])}
			for k := range h.pending {
				h.pending[k].fn = nil
			}
		}
	}
	u.headers[item] = h
	return fn, nil
}

func (u *unit) setNums(fn *ir.Func, nums []int) {
	ir.Put(&u.nums, fn, nums)
}

// loadPending parses the constants of the headers loaded so far. These constants may reference
// functions whose headers contain further constants. A loop handles them without recursion, so a
// long chain uses no stack.
func (f *File) loadPending(m *ir.Module) error {
	u := f.unitOf(m)
	if u.busy {
		return nil
	}
	u.busy = true
	defer func() { u.busy = false }()
	for len(u.pending) > 0 {
		c := u.pending[0]
		u.pending = u.pending[1:]
		err := f.parse(m, c.off, c.end, func(p *parser) {
			v := p.typedConst()
			switch c.word {
			case "prefix":
				c.fn.Prefix = v
			case "prologue":
				c.fn.Prologue = v
			default:
				c.fn.Person = v
			}
			p.finish()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// linkage reads the words before the calling convention or type: linkage, preemption specifier,
// visibility and DLL storage class.
func (p *parser) linkage() (linkage string, words []string) {
	if p.tok == tWord && linkages[p.text] {
		linkage = p.text
		p.next()
	}
	for p.tok == tWord {
		switch p.text {
		case "dso_local", "dso_preemptable", "default", "hidden", "protected", "dllimport", "dllexport":
			words = append(words, p.text)
			p.next()
			continue
		}
		break
	}
	return linkage, words
}

// callConv reads a calling convention and returns its spelling, or "" if there is none.
func (p *parser) callConv() string {
	if p.tok != tWord {
		return ""
	}
	w := p.text
	if w == "cc" {
		p.next()
		return p.convOf(p.uint(1023, "calling convention number"))
	}
	if n, end := number(w, 2); strings.HasPrefix(w, "cc") && end == len(w) && end > 2 {
		if n < 0 || n > 1023 {
			p.failTok("expected calling convention number of at most 1023")
		}
		p.next()
		return p.convOf(uint64(n))
	}
	if !callConvs[w] {
		return ""
	}
	p.next()
	if w == "riscv_vls_cc" && p.tok == '(' {
		n := p.parenUint(1<<20, "ABI_VLEN")
		return w + "(" + strconv.FormatUint(n, 10) + ")"
	}
	return w
}

// convOf returns the spelling of a numbered calling convention: its name, if it has one, because
// LLVM prints names.
func (p *parser) convOf(n uint64) string {
	if n == swiftCoroCCNumber && p.f != nil && p.f.Swift {
		return SwiftCoroCC
	}
	if w := numberedConvs[n]; w != "" {
		return w
	}
	return "cc" + strconv.FormatUint(n, 10)
}

// function reads the header of a declaration or definition and adds the function to the unit.
func (p *parser) function(it *Item) *ir.Func {
	pos := ir.PosAt(p.start)
	isDef := p.is("define")
	p.next()
	var meta []ir.Attachment
	if !isDef {
		meta = p.headerMeta()
	}
	at := p.start
	linkage, words := p.linkage()
	switch linkage {
	case "private", "internal", "weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally":
		if !isDef {
			p.fail(at, "invalid linkage for function declaration")
		}
	case "extern_weak":
		if isDef {
			p.fail(at, "invalid linkage for function definition")
		}
	case "appending", "common":
		p.fail(at, "invalid function linkage type")
	}
	cc := p.callConv()
	retAttrs := p.attrSet(onParam)
	at = p.start
	if p.tok == tWord && !isTypeWord(p.text) {
		p.failHint(at, nearest(p.text, headerWords()), "expected type, found %s", p.describe())
	}
	ret := p.anyType("expected type")
	if !validReturn(ret) {
		p.fail(at, "invalid function return type")
	}
	if p.tok != tGlobal {
		p.failTok("expected function name")
	}
	name := it.Name
	p.next()
	ps := p.params(isDef)
	fty := p.m.Types.Func(ret, p.typeBuf[ps.types:], ps.variadic)
	p.typeBuf = p.typeBuf[:ps.types]
	f := ir.NewFunc(p.m, name, fty)
	f.Pos, f.Linkage, f.Words, f.CC, f.RetAttrs, f.Meta = pos, linkage, words, cc, retAttrs, meta
	for k, par := range f.Params {
		x := &p.paramBuf[ps.rest+k]
		par.Attrs, par.Name, par.Pos = x.attrs, x.name, x.pos
		if ps.gaps {
			p.u.setNums(f, append(p.u.nums[f], x.num))
		}
	}
	p.paramBuf = p.paramBuf[:ps.rest]
	p.funcTail(f)
	if f.AddrSpace != 0 {
		f.SetType(p.m.PtrTo(fty, f.AddrSpace))
	}
	if isDef {
		f.Meta = p.headerMeta()
		if p.tok != '{' || p.start != it.Body {
			p.failHint(p.start, nearest(p.text, headerWords()), "expected '{' in function body, found %s", p.describe())
		}
		f.MarkUnloaded()
	} else {
		f.Declared = true
		f.New = false
		p.finish()
	}
	p.m.AddFunc(f)
	return f
}

// headerWords returns the words that may appear in a header, for hints.
func headerWords() []string {
	out := append(keys(attrForms), keys(callConvs)...)
	out = append(out, keys(linkages)...)
	return append(out, "dso_local", "dso_preemptable", "hidden", "protected", "dllimport", "dllexport", "unnamed_addr",
		"local_unnamed_addr",
		"section", "partition", "comdat", "align", "prefalign", "gc", "prefix", "prologue",
		"personality", "addrspace", "thread_local", "global", "constant",
		"externally_initialized", "alias", "ifunc")
}

// paramList is the result of params. The parameters' types and other properties are on the parser's
// buffers from the given bases on. The caller truncates the buffers.
type paramList struct {
	types, rest int
	variadic    bool
	gaps        bool // the numbers of the unnamed parameters are not 0, 1, 2 ...
}

// param holds a parameter's properties other than its type.
type param struct {
	attrs *ir.AttrSet
	name  string
	num   int
	pos   ir.Pos
}

// params reads a parameter list with its parentheses.
func (p *parser) params(isDef bool) paramList {
	p.expect('(', "in function argument list")
	l := paramList{types: len(p.typeBuf), rest: len(p.paramBuf)}
	var seen map[string]bool
	next := 0
	for p.tok != ')' {
		if len(p.paramBuf) > l.rest {
			p.expect(',', "at end of argument list")
		}
		if p.accept(tDots) {
			l.variadic = true
			break
		}
		if p.tok == tWord && !p.commonType() && !isTypeWord(p.text) {
			p.failHint(p.start, nearest(p.text, keys(simpleTypes)), "expected type, found %s", p.describe())
		}
		t := p.argType()
		p.typeBuf = append(p.typeBuf, t)
		par := param{attrs: p.attrSet(onParam), num: next, pos: ir.PosAt(p.start)}
		switch p.tok {
		case tLocal:
			par.name = p.text
			if !isDef { // functionBody reports duplicates in a definition
				if seen[par.name] {
					p.failTok("redefinition of argument '%s'", quoted('%', par.name))
				}
				ir.Put(&seen, par.name, true)
			}
			p.next()
		case tLocalNum:
			n, err := strconv.Atoi(p.text)
			if err != nil || n < next || n > 1<<30 {
				p.failTok("argument expected to be numbered '%%%d' or greater", next)
			}
			l.gaps = l.gaps || n != next
			par.num = n
			p.next()
		case tWord:
			p.failHint(p.start, nearest(p.text, keys(attrForms)), "expected ')' at end of argument list, found %s",
				p.describe())
		}
		if par.name == "" {
			next = par.num + 1
		}
		p.paramBuf = append(p.paramBuf, par)
	}
	p.expect(')', "at end of argument list")
	return l
}

// funcTail reads the rest of a header after the parameters, up to metadata and body.
func (p *parser) funcTail(f *ir.Func) {
	if p.is("unnamed_addr") || p.is("local_unnamed_addr") {
		f.UnnamedAdr = p.text
		p.next()
	}
	f.AddrSpace = p.f.progAS
	if as, ok := p.optAddrSpace(); ok {
		f.AddrSpace = as
	}
	f.Attrs = p.attrSet(onFunc)
	among := false // LLVM also accepts an alignment among the attributes; that one wins
	for p.is("align") {
		f.Align, among = p.funcAlign(), true
		f.Attrs = joinSets(f.Attrs, p.attrSet(onFunc))
	}
	if p.acceptWord("section") {
		f.Section = p.str()
	}
	if p.acceptWord("partition") {
		f.Partition = p.str()
	}
	if p.is("comdat") {
		f.Comdat = p.comdat(f.Name)
	}
	if p.is("align") {
		if n := p.funcAlign(); !among {
			f.Align = n
		}
	}
	if p.is("prefalign") {
		f.PrefAlign = p.funcAlign()
	}
	if p.acceptWord("gc") {
		f.GC = p.str()
	}
	for _, w := range [...]string{"prefix", "prologue", "personality"} {
		if p.acceptWord(w) {
			p.u.pending = append(p.u.pending, pendingConst{f, w, p.start, 0})
			p.skipConst()
			p.u.pending[len(p.u.pending)-1].end = p.start
		}
	}
}

// funcAlign reads a function's alignment, `align N`, `align(N)` or `prefalign(N)`.
func (p *parser) funcAlign() int {
	p.next()
	paren := p.accept('(')
	n := int(p.alignValue())
	if paren {
		p.expect(')', "")
	}
	return n
}

// comdat reads `comdat` or `comdat($x)` and returns its spelling.
func (p *parser) comdat(symbol string) string {
	at := p.start
	p.next()
	if p.tok != '(' {
		if !p.f.HasComdat(symbol) {
			p.fail(at, "use of undefined comdat '$%s'", ir.QuoteName(symbol))
		}
		return "comdat"
	}
	p.next()
	if p.tok != tComdat {
		p.failTok("expected comdat variable")
	}
	if !p.f.HasComdat(p.text) {
		p.failTok("use of undefined comdat '$%s'", ir.QuoteName(p.text))
	}
	s := "comdat($" + ir.QuoteName(p.text) + ")"
	p.next()
	p.expect(')', "after comdat var")
	return s
}

// skipConst skips a typed constant in a header. The constant ends outside of all brackets, before a
// word, an attachment or a body that can follow a constant. A later step parses the skipped text up
// to that position. For example, in `prefix { i32 } { i32 1 } personality ptr @p {` the first
// constant ends before `personality`.
func (p *parser) skipConst() {
	depth := 0
	for {
		switch p.tok {
		case tEOF:
			return
		case '(', '[', '<':
			depth++
		case '{':
			if depth == 0 && opensBody(p.src, p.stop) {
				return
			}
			depth++
		case ')', ']', '>', '}':
			depth--
		case tWord:
			if depth == 0 && (p.text == "prologue" || p.text == "personality") {
				return
			}
		case tMDName:
			if depth == 0 {
				return
			}
		}
		p.next()
	}
}

// global reads a global variable, alias or ifunc without its initializer and adds it to the unit.
func (p *parser) global(it *Item) *ir.Global {
	pos, name := ir.PosAt(p.start), it.Name
	at, unnamed := p.start, p.text == numberedName("")
	p.next()
	p.expect('=', "after name")
	linkage, words := p.linkage()
	for p.tok == tWord {
		switch p.text {
		case "thread_local":
			w := p.text
			p.next()
			if p.accept('(') {
				w += "(" + p.text + ")"
				p.oneOf("thread-local model", "localdynamic", "initialexec", "localexec")
				p.expect(')', "after thread local model")
			}
			words = append(words, w)
			continue
		case "unnamed_addr", "local_unnamed_addr":
			words = append(words, p.text)
			p.next()
			continue
		}
		break
	}
	if p.is("alias") || p.is("ifunc") {
		if unnamed { // LLVM drops such a symbol and misnumbers later ones
			p.fail(at, "an alias or ifunc must have a name")
		}
		return p.alias(pos, name, linkage, words)
	}
	as := 0
	if n, ok := p.optAddrSpace(); ok {
		as = n
	}
	if p.is("externally_initialized") {
		words = append(words, p.text)
		p.next()
	}
	if !p.is("global") && !p.is("constant") {
		p.failHint(p.start, nearest(p.text, headerWords()), "expected 'global' or 'constant', found %s", p.describe())
	}
	isConst := p.text == "constant"
	p.next()
	at = p.start
	t := p.typ()
	if !t.IsFirstClass() || t.Kind() == ir.Label || t.Kind() == ir.MetadataTy || t.Kind() == ir.Token {
		p.fail(at, "invalid type for global variable")
	}
	g := ir.NewGlobal(p.m, name, t, as)
	g.Pos, g.Linkage, g.Words, g.IsConst = pos, linkage, words, isConst
	g.MarkUnloaded()
	if linkage == "external" || linkage == "extern_weak" {
		g.Declared = true
	} else {
		p.u.inits[g] = p.start
		p.skipInit()
	}
	g.Tail = p.globalTail(g)
	p.finish()
	p.m.AddGlobal(g)
	return g
}

// skipInit skips an initializer up to the comma, attribute or end of item after it.
func (p *parser) skipInit() {
	src, i, depth := p.src, p.start, 0
	for i < len(src) {
		switch src[i] {
		case '"':
			if depth <= 0 && i > p.start && lexTab[src[i-1]]&lexSpace != 0 {
				p.stop = i // an attribute; a quoted name or string constant has a sigil or `c` before it
				p.next()
				return
			}
			n := strings.IndexByte(src[i+1:], '"')
			if n < 0 {
				p.fail(i, "end of file in string constant")
			}
			i += n + 1
		case ';':
			i = commentEnd(src, i) - 1
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',', '#':
			if depth <= 0 {
				p.stop = i
				p.next()
				return
			}
		}
		i++
	}
	p.stop = i
	p.next()
}

// globalTail reads the rest of a global after its initializer. It returns one entry for each
// comma-separated property, and then one for each attribute: a group begins with '#', a string
// attribute with its quote, and any other attribute with a blank. For example, the entries of
// `, section "s", align 8 #0 "k"="v"` are `section "s"`, `align 8`, `#0` and `"k"="v"`.
func (p *parser) globalTail(g *ir.Global) []string {
	var out []string
	for p.accept(',') {
		from, end := p.start, 0
		switch {
		case p.tok == tMDName:
			p.attachment()
			p.metaBuf = p.metaBuf[:len(p.metaBuf)-1]
			end = p.lastStop()
		case p.is("section"), p.is("partition"), p.is("code_model"):
			p.next()
			end = p.stop
			p.str()
		case p.is("align"):
			p.next()
			paren := p.accept('(')
			end = p.stop
			p.alignValue()
			if paren {
				end = p.stop
				p.expect(')', "")
			}
		case p.is("comdat"):
			p.comdat(g.Name)
			end = p.lastStop()
		case p.is("no_sanitize_address"), p.is("no_sanitize_hwaddress"),
			p.is("sanitize_memtag"), p.is("sanitize_address_dyninit"):
			end = p.stop
			p.next()
		default:
			p.failHint(p.start, nearest(p.text, []string{"section", "partition", "align", "comdat", "code_model",
				"no_sanitize_address",
				"no_sanitize_hwaddress", "sanitize_memtag", "sanitize_address_dyninit"}),
				"unknown global variable property %s", p.describe())
		}
		out = append(out, p.src[from:end])
	}
	if s := p.attrSet(onFunc); s != nil {
		for _, n := range s.Groups {
			out = append(out, "#"+strconv.Itoa(n))
		}
		for k := range s.List {
			text := string(s.List[k].Append(nil, true))
			if !s.List[k].Str {
				text = " " + text
			}
			out = append(out, text)
		}
	}
	return out
}

// alias reads the rest of an alias or ifunc from its keyword.
func (p *parser) alias(pos ir.Pos, name, linkage string, words []string) *ir.Global {
	kind := ir.GlobalAlias
	if p.text == "ifunc" {
		kind = ir.GlobalIFunc
	}
	p.next()
	at := p.start
	t := p.anyType("expected type")
	if t.Kind() == ir.Void || t.Kind() == ir.Label {
		p.fail(at, "invalid type for alias")
	}
	p.expect(',', "after alias or ifunc's type")
	// The alias has the address space of its aliasee's pointer type. If the aliasee is an
	// expression without a type before it, assume address space 0.
	from, as := p.start, 0
	if p.startsType() {
		if at := p.typ(); at.IsPtr() {
			as = at.AddrSpace()
		}
		p.stop = from
		p.next()
	}
	g := ir.NewGlobal(p.m, name, t, as)
	g.GKind, g.Pos, g.Linkage, g.Words = kind, pos, linkage, words
	g.MarkUnloaded()
	p.u.inits[g] = p.start
	p.skipInit()
	for p.accept(',') {
		if p.tok == tMDName {
			from := p.start
			p.attachment()
			p.metaBuf = p.metaBuf[:len(p.metaBuf)-1]
			g.Tail = append(g.Tail, p.src[from:p.lastStop()])
			continue
		}
		p.expectWord("partition", "in alias or ifunc")
		g.Tail = append(g.Tail, `partition "`+p.text+`"`)
		p.str()
	}
	p.finish()
	p.m.AddGlobal(g)
	return g
}

// LoadInit implements ir.Source.
func (f *File) LoadInit(g *ir.Global) error {
	m := g.Module()
	u := f.unitOf(m)
	off, ok := u.inits[g]
	if !ok {
		return nil
	}
	it := f.Item(g.Name)
	err := f.parse(m, off, it.End, func(p *parser) {
		if g.GKind == ir.GlobalVar {
			g.Init = p.constant(g.ValueType)
		} else {
			g.Init = p.aliasee(g)
		}
		if p.tok != ',' && p.tok != tAttrs && p.tok != tString {
			p.finish()
		}
	})
	if err != nil {
		g.Init = nil
		return err
	}
	delete(u.inits, g)
	return nil
}

// aliasee reads the target of an alias or ifunc: a typed constant, or a constant expression that
// determines its own type.
func (p *parser) aliasee(g *ir.Global) ir.Value {
	at := p.start
	var v ir.Value
	switch {
	case p.is("bitcast"), p.is("getelementptr"), p.is("addrspacecast"), p.is("inttoptr"):
		v = p.constExpr()
	default:
		v = p.typedConst()
	}
	t := v.Type()
	if !t.IsPtr() {
		p.fail(at, "an alias or ifunc must have pointer type")
	}
	if e := t.Elem(); e != nil && e != g.ValueType && g.GKind == ir.GlobalAlias {
		p.fail(at, "explicit pointee type doesn't match operand's pointee type ('%s' and '%s')", g.ValueType, e)
	}
	return v
}
