package driver

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// This file puts what units changed back into the text of the file. Items that no unit changed keep their bytes. What is new goes where
// LLVM would print it: functions behind their coroutine, types, globals, declarations, attribute groups and metadata behind the last of
// their kind. Attribute groups are matched by content with those of the file; names that several units add (a declaration, the noop
// coroutine) are added once.

// merger is the state of one merge.
type merger struct {
	file     *parse.File
	comments bool // the file has `; Function Attrs:` comments, as LLVM writes them

	attrNums   map[string]int // by body
	groups     []int          // numbers of new groups, in order
	bodies     map[int]string
	unitAttrs  [][]int // by unit: number by index
	unitMDs    [][]int
	replace    map[int]func([]byte) []byte // by item: prints what stands there instead of the item proper
	behind     map[int][][]byte            // by item: what is added behind it
	types      []string
	globals    [][]byte
	lateFuncs  [][]byte
	mds        [][]byte
	seen       map[string]string // symbols and types that were added: their text
	dropOrders bool

	out   [][]byte
	start int // first byte of the file that is not in out yet
}

// merge gives the output in pieces; most of them are slices of the input.
func (r *run) merge(units []*unit) ([][]byte, error) {
	m := &merger{
		file: r.file, replace: map[int]func([]byte) []byte{}, behind: map[int][][]byte{}, seen: map[string]string{},
		bodies: map[int]string{}, comments: bytes.Contains(r.file.Text, []byte("\n; Function Attrs:")),
	}
	if err := m.number(units); err != nil {
		return nil, err
	}
	for k, u := range units {
		if u.text != nil {
			if err := m.unit(u, m.unitAttrs[k], m.unitMDs[k]); err != nil {
				return nil, err
			}
		}
	}
	m.targetLines(r.o.Triple, r.o.DataLayout)
	m.write()
	return m.out, nil
}

// number gives attribute groups and metadata nodes of the units their numbers.
func (m *merger) number(units []*unit) error {
	m.unitAttrs, m.unitMDs = make([][]int, len(units)), make([][]int, len(units))
	next, nextMD := -1, m.file.NextMD()
	for k, u := range units {
		if u.text == nil {
			continue
		}
		if len(u.text.AttrSets) > 0 && next < 0 {
			if err := m.fileGroups(); err != nil {
				return err
			}
			next = m.file.NextAttrGroup()
		}
		nums := make([]int, len(u.text.AttrSets))
		for i, body := range u.text.AttrSets {
			n, ok := m.attrNums[body]
			if !ok {
				n = next
				next++
				m.attrNums[body] = n
				m.groups = append(m.groups, n)
				m.bodies[n] = body
			}
			nums[i] = n
		}
		m.unitAttrs[k] = nums
		mds := make([]int, len(u.text.MDs))
		for i := range mds {
			mds[i] = nextMD
			nextMD++
		}
		m.unitMDs[k] = mds
	}
	return nil
}

// fileGroups reads the attribute groups of the file, so that equal ones are used again. The first of equals wins.
func (m *merger) fileGroups() error {
	m.attrNums = map[string]int{}
	unit := m.file.NewUnit()
	for i := range m.file.Items {
		it := &m.file.Items[i]
		if it.Kind != parse.ItemAttrs {
			continue
		}
		list := unit.AttrGroup(it.Num)
		if unit.Err != nil {
			return unit.Err
		}
		body := emit.CanonicalGroup(list)
		if _, ok := m.attrNums[body]; !ok {
			m.attrNums[body] = it.Num
		}
	}
	return nil
}

// once reports whether a symbol or type of that name is to be added now; it is an error to add two different ones. They are compared
// with their numbers left out, which differ between units.
func (m *merger) once(kind, name, text string) (bool, error) {
	old, ok := m.seen[kind+name]
	if ok && old != text {
		return false, internalError(0, "two different texts for %s", kind+ir.QuoteName(name))
	}
	m.seen[kind+name] = text
	return !ok, nil
}

func (m *merger) unit(u *unit, attrs, mds []int) error {
	index := m.indexOf(u.item)
	m.functions(index, u, attrs, mds)
	for _, t := range u.text.Types {
		name, _, _ := strings.Cut(t, " = ")
		add, err := m.once("", name, t)
		if err != nil {
			return err
		}
		if add {
			m.types = append(m.types, t)
		}
	}
	for _, g := range u.text.Globals {
		text := emit.Apply(g.Chunk, attrs, mds, nil)
		if !g.Global.New {
			m.changedGlobal(g.Global, text)
			continue
		}
		add, err := m.once("@", g.Global.Name, string(g.Text))
		if err != nil {
			return err
		}
		if add {
			m.globals = append(m.globals, text)
		}
	}
	for i := range u.text.Decls {
		if err := m.late(&u.text.Decls[i], attrs, mds); err != nil {
			return err
		}
	}
	for i := range u.text.Funcs {
		if ft := &u.text.Funcs[i]; ft.Func.New && ft.Func.After == nil {
			if err := m.late(ft, attrs, mds); err != nil {
				return err
			}
		}
	}
	for _, c := range u.text.MDs {
		m.mds = append(m.mds, emit.Apply(c, attrs, mds, nil))
	}
	return nil
}

func (m *merger) indexOf(it *parse.Item) int {
	lo, hi := 0, len(m.file.Items)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; m.file.Items[mid].Start <= it.Start {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// functions puts a changed function in its place and the new ones that belong to it behind it.
func (m *merger) functions(index int, u *unit, attrs, mds []int) {
	children := map[*ir.Func][]*emit.FuncText{}
	for i := range u.text.Funcs {
		ft := &u.text.Funcs[i]
		if !ft.Func.New {
			m.dropOrders = true
			m.replace[index] = func(gap []byte) []byte {
				out := m.comment(gap, ft)
				return emit.Apply(ft.Chunk, attrs, mds, out)
			}
			continue
		}
		if ft.Func.After != nil {
			children[ft.Func.After] = append(children[ft.Func.After], ft)
		}
	}
	var walk func(f *ir.Func)
	walk = func(f *ir.Func) {
		for _, ft := range children[f] {
			m.behind[index] = append(m.behind[index], m.funcText(ft, attrs, mds))
			walk(ft.Func)
		}
	}
	for i := range u.text.Funcs {
		if ft := &u.text.Funcs[i]; !ft.Func.New {
			walk(ft.Func)
		}
	}
	if u.f != nil && m.replace[index] == nil {
		walk(u.f)
	}
}

func (m *merger) funcText(ft *emit.FuncText, attrs, mds []int) []byte {
	out := []byte{'\n'}
	if m.comments {
		out = append(out, ft.Comment...)
	}
	return emit.Apply(ft.Chunk, attrs, mds, out)
}

func (m *merger) late(ft *emit.FuncText, attrs, mds []int) error {
	add, err := m.once("@", ft.Func.Name, string(ft.Text))
	if add {
		m.lateFuncs = append(m.lateFuncs, m.funcText(ft, attrs, mds))
	}
	return err
}

// comment renews the line `; Function Attrs: ...` at the end of a gap.
func (m *merger) comment(gap []byte, ft *emit.FuncText) []byte {
	out := append([]byte(nil), gap...)
	if !m.comments {
		return out
	}
	return append(out[:len(out)-len(attrsLine(gap))], ft.Comment...)
}

// attrsLine is the line `; Function Attrs: ...` at the end of a gap, if there is one.
func attrsLine(gap []byte) []byte {
	if len(gap) == 0 || gap[len(gap)-1] != '\n' {
		return nil
	}
	line := gap[bytes.LastIndexByte(gap[:len(gap)-1], '\n')+1:]
	if bytes.HasPrefix(line, []byte("; Function Attrs:")) {
		return line
	}
	return nil
}

func (m *merger) changedGlobal(g *ir.Global, text []byte) {
	if it := m.file.Item(g.Name); it != nil {
		m.replace[m.indexOf(it)] = func(gap []byte) []byte { return append(append([]byte(nil), gap...), text...) }
	}
}

// targetLines replaces or adds the lines of -mtriple and -data-layout.
func (m *merger) targetLines(triple, layout string) {
	for _, t := range []struct {
		kind parse.Kind
		word string
		val  string
	}{{parse.ItemLayout, "datalayout", layout}, {parse.ItemTriple, "triple", triple}} {
		if t.val == "" {
			continue
		}
		line := fmt.Sprintf("target %s = \"%s\"\n", t.word, t.val)
		done := false
		for i := range m.file.Items {
			if m.file.Items[i].Kind == t.kind {
				m.replace[i] = func(gap []byte) []byte { return append(append([]byte(nil), gap...), line...) }
				done = true
			}
		}
		if done {
			continue
		}
		at := m.lastOf(parse.ItemSource, parse.ItemLayout)
		if at >= 0 {
			m.behind[at] = append(m.behind[at], []byte(line))
		} else if len(m.file.Items) > 0 {
			m.inFront(0, []byte(line+"\n"))
		} else {
			m.out = append(m.out, []byte(line))
		}
	}
}

// inFront adds text in front of an item, behind a first comment that stands apart from it.
func (m *merger) inFront(i int, text []byte) {
	old := m.replace[i]
	it := &m.file.Items[i]
	m.replace[i] = func(gap []byte) []byte {
		split := 0
		if k := bytes.LastIndex(gap, []byte("\n\n")); k >= 0 {
			split = k + 2
		} else if it.Start == 0 {
			split = len(gap) - len(attrsLine(gap))
		}
		var out []byte
		out = append(out, gap[:split]...)
		if split == 0 && it.Start > 0 {
			out = append(out, '\n')
		}
		out = append(out, text...)
		rest := gap[split:]
		if split == 0 && len(rest) > 0 && rest[0] == '\n' && bytes.HasSuffix(text, []byte("\n\n")) {
			rest = rest[1:]
		}
		if old != nil {
			return append(out, old(rest)...)
		}
		return append(append(out, rest...), m.file.Text[it.Head:it.End]...)
	}
}

// lastOf is the index of the last item of some kinds, or -1.
func (m *merger) lastOf(kinds ...parse.Kind) int {
	for i := len(m.file.Items) - 1; i >= 0; i-- {
		for _, k := range kinds {
			if m.file.Items[i].Kind == k {
				return i
			}
		}
	}
	return -1
}

// firstOf is the index of the first item of some kinds, or -1.
func (m *merger) firstOf(kinds ...parse.Kind) int {
	for i := range m.file.Items {
		for _, k := range kinds {
			if m.file.Items[i].Kind == k {
				return i
			}
		}
	}
	return -1
}

// place puts lists behind the last item of their kind, or in front of the first item that LLVM prints after it.
func (m *merger) place() {
	types, globals := []byte(strings.Join(m.types, "")), bytes.Join(m.globals, nil)
	if at := m.lastOf(parse.ItemType); at >= 0 && len(types) > 0 {
		m.behind[at] = append(m.behind[at], types)
		types = nil
	}
	if at := m.lastOf(parse.ItemGlobal); at >= 0 && len(globals) > 0 {
		m.behind[at] = append(m.behind[at], globals)
		globals = nil
	}
	// Without such an item in the file, both go in front of the first function; types in front of comdats and globals, too.
	firstFunc := m.firstOf(parse.ItemDeclare, parse.ItemDefine)
	firstAfterTypes := m.firstOf(parse.ItemComdat, parse.ItemGlobal, parse.ItemDeclare, parse.ItemDefine)
	if len(types) > 0 && len(globals) > 0 && firstFunc == firstAfterTypes {
		globals = append(append(types, '\n'), globals...)
		types = nil
	}
	if len(globals) > 0 {
		m.inFront(firstFunc, append(globals, '\n'))
	}
	if len(types) > 0 {
		m.inFront(firstAfterTypes, append(types, '\n'))
	}
	lastFunc := m.lastOf(parse.ItemDeclare, parse.ItemDefine)
	m.behind[lastFunc] = append(m.behind[lastFunc], m.lateFuncs...)
	if len(m.groups) > 0 {
		at := m.lastOf(parse.ItemAttrs)
		var b []byte
		if at < 0 {
			at = lastFunc
			b = append(b, '\n')
		}
		for _, n := range m.groups {
			b = fmt.Appendf(b, "attributes #%d = %s\n", n, m.bodies[n])
		}
		m.behind[at] = append(m.behind[at], b)
	}
	if len(m.mds) > 0 {
		at := m.lastOf(parse.ItemMD, parse.ItemNamedMD, parse.ItemAttrs, parse.ItemDeclare, parse.ItemDefine)
		if k := m.file.Items[at].Kind; k != parse.ItemMD && k != parse.ItemNamedMD {
			m.behind[at] = append(m.behind[at], []byte{'\n'})
		}
		m.behind[at] = append(m.behind[at], m.mds...)
	}
}

// write walks the items in order.
func (m *merger) write() {
	m.place()
	for i := range m.file.Items {
		it := &m.file.Items[i]
		switch {
		case m.replace[i] != nil:
			m.flush(it.Start)
			m.out = append(m.out, m.replace[i](m.file.Text[it.Start:it.Head]))
			m.start = it.End
		case it.Kind == parse.ItemUseList && m.dropOrders:
			// The order of uses that it tells of is no longer the module's; LLVM would reject it.
			m.flush(it.Start)
			m.start = it.End
		}
		if extra := m.behind[i]; len(extra) > 0 {
			m.flush(it.End)
			if it.End > 0 && m.file.Text[it.End-1] != '\n' {
				m.newline()
			}
			m.out = append(m.out, extra...)
		}
	}
	m.flush(len(m.file.Text))
}

// newline ends the last line of what was written, when it has no end.
func (m *merger) newline() {
	if n := len(m.out); n > 0 && len(m.out[n-1]) > 0 && m.out[n-1][len(m.out[n-1])-1] != '\n' {
		m.out = append(m.out, []byte{'\n'})
	}
}

// flush writes the bytes of the file up to an offset.
func (m *merger) flush(to int) {
	if to > m.start {
		m.out = append(m.out, m.file.Text[m.start:to])
		m.start = to
	}
}
