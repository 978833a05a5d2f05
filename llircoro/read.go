// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

// This file reads text with llir, and checks whether llir understood all of it.
//
// llir's reader has two defects. Its lexer silently drops unknown words. And its grammar has no
// alignment among the attributes of a return value, which clang writes on each function that
// returns a reference, for example
//
//	define nonnull align 4 dereferenceable(4) i32* @f()
//
// This file replaces such an attribute by one that llir knows, and restores it in llir's module.

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/llir/llvm/asm"
	llir "github.com/llir/llvm/ir"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// disguise is the first N of a dereferenceable_or_null(N) that stands for a return attribute that
// llir's grammar lacks. N - disguise is the index of that attribute. No object is so large.
const disguise = 1 << 63

// returnAttr is a return attribute in an llir module, in LLVM's spelling.
type returnAttr string

func (a returnAttr) String() string { return string(a) }

// IsReturnAttribute makes returnAttr one of llir's return attributes.
func (returnAttr) IsReturnAttribute() {}

// read returns the module of a text. The error is an Errors.
func read(name string, text []byte) (*llir.Module, error) {
	whole, err := load(name, text)
	if err != nil {
		return nil, locate(name, text, asErrors(err))
	}
	want := whole.items()
	m, err := whole.toLLIR(name)
	if err != nil {
		return nil, err
	}
	back, err := printModule(m)
	if err != nil {
		return nil, Errors{{Module: name, Message: err.Error()}}
	}
	again, err := load(name, back)
	if err != nil {
		return nil, locate(name, back, asErrors(err))
	}
	if err := compare(name, want, again.items()); err != nil {
		return nil, err
	}
	return m, nil
}

// loaded is a text that our own parser has read completely.
type loaded struct {
	m   *ir.Module
	raw []string // items that no unit holds: named metadata, comdats, module asm; with normalized blanks
}

func load(name string, text []byte) (*loaded, error) {
	file, err := parse.Scan(name, text)
	if err != nil {
		return nil, err
	}
	m, err := file.Load()
	if err != nil {
		return nil, err
	}
	l := &loaded{m: m}
	for i := range file.Items {
		it := &file.Items[i]
		switch it.Kind {
		case parse.ItemSource, parse.ItemAsm, parse.ItemComdat, parse.ItemNamedMD, parse.ItemUseList:
			l.raw = append(l.raw, oneLine(string(file.Text[it.Head:it.End])))
		}
	}
	return l, nil
}

// oneLine returns an item without comments and superfluous blanks.
func oneLine(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			n := strings.IndexByte(s[i+1:], '"')
			if n < 0 {
				n = len(s) - i - 2
			}
			b.WriteString(s[i : i+n+2])
			i += n + 1
		case c == ';':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if b.Len() > 0 && !strings.HasSuffix(b.String()[b.Len()-1:], " ") {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String())
}

// item is one top-level item in emit's spelling.
type item struct {
	kind parse.Kind
	key  string // kind and name; unique
	name string
	text string
}

// items returns the items of a module in a canonical order.
func (l *loaded) items() []item {
	text := emit.Module(l.m, l.raw...)
	file, err := parse.Scan("", text)
	if err != nil {
		return []item{{text: string(text), key: err.Error()}} // equal to nothing
	}
	var out []item
	for i := range file.Items {
		it := &file.Items[i]
		s := strings.TrimRight(string(text[it.Head:it.End]), "\n")
		switch it.Kind {
		case parse.ItemTail:
		case parse.ItemMD:
			for _, node := range strings.Split(s, "\n") {
				num, _, _ := strings.Cut(node, " ")
				out = append(out, item{kind: it.Kind, key: num, name: num, text: canonicalNode(node)})
			}
		case parse.ItemAsm, parse.ItemUseList:
			out = append(out, item{kind: it.Kind, key: fmt.Sprintf("%d %s", it.Kind, s), text: s})
		case parse.ItemAttrs:
			num := fmt.Sprintf("#%d", it.Num)
			out = append(out, item{kind: it.Kind, key: num, name: num, text: s})
		default:
			out = append(out, item{kind: it.Kind, key: fmt.Sprintf("%d %s", it.Kind, it.Name), name: it.Name,
				text: canonicalNumbers(s)})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].key < out[j].key })
	return out
}

// compare reports the items that llir changed, dropped or added.
func compare(name string, want, got []item) error {
	var l Errors
	at := make(map[string]string, len(got))
	for _, it := range got {
		at[it.key] = it.text
	}
	for _, it := range want {
		s, ok := at[it.key]
		delete(at, it.key)
		if ok && s == it.text {
			continue
		}
		e := &Error{Module: name, Function: functionOf(it, want)}
		if !ok {
			e.Text = firstLine(it.text)
			e.Message = fmt.Sprintf("llir cannot hold `%s`: it drops it", e.Text)
		} else {
			mine, theirs := firstDifference(it.text, s)
			e.Text = mine
			e.Message = fmt.Sprintf("llir cannot hold `%s`: it makes `%s` of it", mine, theirs)
		}
		l = append(l, e)
	}
	for _, it := range got {
		if _, left := at[it.key]; left {
			l = append(l, &Error{Module: name, Message: fmt.Sprintf("llir adds `%s`", firstLine(it.text))})
		}
	}
	if len(l) == 0 {
		return nil
	}
	return l
}

// functionOf returns the name of the function that an item is. For an attribute group it returns
// the first function with that group, and for other items "".
func functionOf(it item, all []item) string {
	switch it.kind {
	case parse.ItemDefine, parse.ItemDeclare:
		return it.name
	case parse.ItemAttrs:
		for _, f := range all {
			if f.kind != parse.ItemDefine && f.kind != parse.ItemDeclare {
				continue
			}
			for _, w := range strings.Fields(firstLine(f.text)) {
				if w == it.name {
					return f.name
				}
			}
		}
	}
	return ""
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSpace(s)
}

// firstDifference returns the first lines in which two texts differ.
func firstDifference(a, b string) (string, string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return strings.TrimSpace(x[i]), strings.TrimSpace(y[i])
		}
	}
	last := func(long, short []string) string {
		if len(long) > len(short) {
			return strings.TrimSpace(long[len(short)])
		}
		return ""
	}
	return last(x, y), last(y, x)
}

// toLLIR reads the module with llir. It changes the unit.
func (l *loaded) toLLIR(name string) (m *llir.Module, err error) {
	var d costumes
	for _, f := range l.m.Funcs {
		f.RetAttrs = d.put(f.RetAttrs)
		for i := range f.Instrs() {
			if c, ok := i.Aux.(*ir.CallAux); ok && c.RetAttrs != nil {
				clone := *c
				clone.RetAttrs = d.put(c.RetAttrs)
				i.Aux = &clone
			}
		}
	}
	text := emit.Module(l.m, l.raw...)
	defer func() {
		if r := recover(); r != nil {
			m, err = nil, Errors{{Module: name, Message: fmt.Sprintf("llir cannot read what was lowered: %v", r)}}
		}
	}()
	m, e := asm.ParseBytes(name, text)
	if e != nil {
		return nil, syntaxError(name, text, e)
	}
	d.takeOffAll(m)
	return m, nil
}

// syntaxError adds a position to an error of llir's, which names the line at its end.
func syntaxError(name string, text []byte, err error) Errors {
	e := &Error{Module: name, Message: fmt.Sprintf("llir cannot read what was lowered: %v", err)}
	n := 0
	if k := strings.LastIndex(err.Error(), "at line "); k >= 0 {
		fmt.Sscanf(err.Error()[k:], "at line %d", &n)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if n > 0 && n <= len(lines) {
		e.Line, e.Text = n, strings.TrimSpace(lines[n-1])
		off := 0
		for _, s := range lines[:n-1] {
			off += len(s)
		}
		if file, scanErr := parse.Scan(name, text); scanErr == nil {
			e.Function = functionAt(file, ir.PosAt(off))
		}
	}
	return Errors{e}
}

// costumes holds the disguised return attributes, in order.
type costumes []ir.Attr

// put disguises the return attributes that llir does not know.
func (d *costumes) put(s *ir.AttrSet) *ir.AttrSet {
	if s == nil {
		return nil
	}
	out := &ir.AttrSet{Groups: s.Groups}
	for _, a := range s.List {
		if a.Str || !knownToLLIR[a.Name] {
			n := strconv.FormatUint(disguise+uint64(len(*d)), 10)
			*d = append(*d, a)
			a = ir.Attr{Name: "dereferenceable_or_null", Val: n, Has: true}
		}
		out.List = append(out.List, a)
	}
	return out
}

// knownToLLIR holds the return attributes of llir's grammar.
var knownToLLIR = map[string]bool{
	"dereferenceable": true, "dereferenceable_or_null": true,
	"inreg": true, "noalias": true, "nonnull": true, "noundef": true,
	"signext": true, "zeroext": true,
}

// takeOffAll restores the attributes in llir's module.
func (d costumes) takeOffAll(m *llir.Module) {
	for _, f := range m.Funcs {
		d.takeOff(f.ReturnAttrs)
		for _, b := range f.Blocks {
			for _, i := range b.Insts {
				if c, ok := i.(*llir.InstCall); ok {
					d.takeOff(c.ReturnAttrs)
				}
			}
			switch t := b.Term.(type) {
			case *llir.TermInvoke:
				d.takeOff(t.ReturnAttrs)
			case *llir.TermCallBr:
				d.takeOff(t.ReturnAttrs)
			}
		}
	}
}

func (d costumes) takeOff(list []llir.ReturnAttribute) {
	for i, a := range list {
		p, ok := a.(llir.Dereferenceable)
		if !ok || !p.DerefOrNull || p.N < disguise || p.N-disguise >= uint64(len(d)) {
			continue
		}
		was := &d[p.N-disguise]
		if n, err := strconv.ParseUint(was.Val, 10, 64); was.Name == "align" && !was.Str && err == nil {
			list[i] = llir.Align(n) // the type that a caller would use
		} else {
			list[i] = returnAttr(was.Append(nil, false))
		}
	}
}

// asErrors converts any error of the parser to a list of findings.
func asErrors(err error) ir.ErrorList {
	if l, ok := err.(ir.ErrorList); ok {
		return l
	}
	if e := ir.AsError(err); e != nil {
		return ir.ErrorList{e}
	}
	return ir.ErrorList{ir.Errorf(0, "%v", err)}
}
