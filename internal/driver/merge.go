package driver

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/parse"
)

// This file puts what units changed back into the text of the file. Items that no unit changed keep
// their bytes, but for comments that LLVM does not print (parse/comments.go). What is new goes
// where LLVM would print it: functions behind their coroutine, types, globals, declarations,
// attribute groups and metadata behind the last of their kind. Attribute groups are matched by
// content with those of the file; names that several units add (a declaration, the noop coroutine)
// are added once.

// merger is the state of one merge.
type merger struct {
	file     *parse.File
	comments bool // the file has `; Function Attrs:` comments, as LLVM writes them

	attrNums map[string]int // attribute groups by body
	groups   pieces         // new attribute groups
	units    []numbered

	edits   []edit
	editOf  []int32 // by item: 1 + place in edits; 0: stays as it is
	last    int     // what indexOf found
	types   pieces
	globals pieces
	late    pieces // functions and declarations behind all others
	mds     pieces
	seen    map[string][]byte // symbols and types that were added: their text

	cuts []cut // changed metadata nodes

	out   pieces
	keep  bool // all comments of the file
	start int  // first byte of the file that is not in out yet
}

// numbered is a unit's text with what its holes stand for.
type numbered struct {
	*unitText
	fill emit.Fill
}

// cut is a part of the file, smaller than an item, with another text in its place.
type cut struct {
	start, end int
	text       []byte
}

// edit is what becomes of one item.
type edit struct {
	drop   bool
	front  []byte    // goes in front of the item, behind comments that stand apart from it
	fn     *funcText // stands in its place, as text or
	text   []byte
	unit   *numbered
	behind pieces
}

// edit gives what becomes of an item. It is good until another item's is asked for.
func (m *merger) edit(item int) *edit {
	if m.editOf[item] == 0 {
		m.edits = append(m.edits, edit{})
		m.editOf[item] = int32(len(m.edits))
	}
	return &m.edits[m.editOf[item]-1]
}

// merge gives the output in pieces; they share the memory of input and units.
func (r *run) merge(units []*unit) (pieces, error) {
	m := &merger{
		file: r.file, keep: r.o.KeepComments, editOf: make([]int32, len(r.file.Items)), seen: map[string][]byte{},
		comments: r.file.Mentions("\n; Function Attrs:", len("\n; ")),
	}
	if u := r.dispatcher(units); u != nil {
		units = append(slices.Clip(units), u)
	}
	sized, known, err := r.resolved(units)
	if err != nil {
		return nil, err
	}
	if sized != nil {
		if err := sized.sized(known); err != nil {
			return nil, err
		}
		units = append(slices.Clip(units), sized)
	}
	if err := m.number(units, known); err != nil {
		return nil, err
	}
	for k := range m.units {
		if err := m.unit(&m.units[k]); err != nil {
			return nil, err
		}
	}
	m.targetLines(r.o.Triple, r.o.DataLayout)
	if len(m.units) > 0 {
		m.place()
	}
	m.write()
	return m.out, nil
}

// number gives attribute groups and metadata nodes of the units their numbers, and what is left
// open of sizes its value.
func (m *merger) number(units []*unit, known *lower.Known) error {
	next, nextMD := -1, m.file.NextMD()
	m.units, m.edits = make([]numbered, 0, len(units)), make([]edit, 0, len(units)+8)
	for _, u := range units {
		if u.text == nil {
			continue
		}
		if len(u.text.attrs) > 0 && m.attrNums == nil {
			if err := m.fileGroups(); err != nil {
				return err
			}
		}
		nu := numbered{unitText: u.text, fill: emit.Fill{Texts: u.text.texts}}
		for _, body := range u.text.attrs {
			n, ok := m.attrNums[body]
			if !ok {
				if next < 0 { // most often all are the file's, of which all has to be looked at
					next = m.file.NextAttrGroup()
				}
				n = next
				next++
				m.attrNums[body] = n
				m.groups.string(fmt.Sprintf("attributes #%d = %s\n", n, body))
			}
			nu.fill.Attrs = append(nu.fill.Attrs, n)
		}
		for range u.text.numMDs {
			for m.file.HasMD(nextMD) {
				nextMD++
			}
			nu.fill.MDs = append(nu.fill.MDs, nextMD)
			nextMD++
		}
		for _, s := range u.text.asked {
			n, err := known.Largest(s.Floor, s.Pointers)
			if err != nil {
				return err
			}
			nu.fill.Sizes = append(nu.fill.Sizes, n)
		}
		m.units = append(m.units, nu)
	}
	m.addresses()
	return nil
}

// addresses gives the addresses of blocks in the units' texts and in what stays of the file the
// labels that the blocks have now.
func (m *merger) addresses() {
	list := m.file.Addresses()
	if len(list) == 0 {
		return
	}
	labels := map[string]map[string]string{} // by function, of those that changed
	for _, u := range m.units {
		for i := range u.funcs {
			if ft := &u.funcs[i]; ft.inFile && ft.labels != nil {
				labels[ft.name] = ft.labels
			}
		}
	}
	// now is the expression for an address, and whether it is another than it was.
	now := func(fn, label, typ string) (string, bool) {
		switch name, known := labels[fn][label]; {
		case !known || name == ir.QuoteName(label):
			return "", false
		case name == "":
			return emit.GoneAddress(typ), true
		default:
			return "blockaddress(@" + ir.QuoteName(fn) + ", %" + name + ")", true
		}
	}
	for k := range m.units {
		u := &m.units[k]
		for _, a := range u.addrs {
			text, changed := now(a.Func, a.Label, a.Type)
			if !changed {
				text = a.Text
			}
			u.fill.Addresses = append(u.fill.Addresses, text)
		}
	}
	plain := m.file.NewUnit()
	for _, a := range list {
		typ := a.Type
		if typ == "" {
			typ = plain.PtrType(0).String() // an operand whose type stands with another
		}
		if text, changed := now(a.Func, a.Label, typ); changed {
			m.cuts = append(m.cuts, cut{a.Start, a.End, []byte(text)})
		}
	}
}

// fileGroups reads the attribute groups of the file, so that equal ones are used again. The first
// of equals wins.
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

// once reports whether a symbol or type of that name is to be added now; it is an error to add two
// different ones. They are compared with their numbers left out, which differ between units.
func (m *merger) once(sigil, name string, text []byte) (bool, error) {
	old, ok := m.seen[sigil+name]
	if !ok {
		m.seen[sigil+name] = text
		return true, nil
	}
	if !bytes.Equal(old, text) {
		return false, internalError(0, "two different texts for %s%s", sigil, ir.QuoteName(name))
	}
	return false, nil
}

// unit files what a unit adds and changes under its places.
func (m *merger) unit(u *numbered) error {
	for i := range u.funcs {
		ft := &u.funcs[i]
		switch {
		case ft.inFile:
			e := m.edit(m.indexOf(ft.item))
			e.fn, e.unit = ft, u
		case !ft.late:
			e := m.edit(m.indexOf(ft.item))
			if e.behind == nil {
				n := 1 // new functions behind one of the file stand together
				for i+n < len(u.funcs) && u.funcs[i+n].item == ft.item && !u.funcs[i+n].late {
					n++
				}
				e.behind = make(pieces, 0, 3*n) // see function
			}
			m.function(&e.behind, ft, u)
		default:
			add, err := m.once("@", ft.name, ft.Text)
			if err != nil {
				return err
			}
			if add {
				m.function(&m.late, ft, u)
			}
		}
	}
	for _, t := range u.types {
		name, _, _ := strings.Cut(t, " = ")
		add, err := m.once("", name, []byte(t))
		if err != nil {
			return err
		}
		if add {
			m.types.string(t)
		}
	}
	for i := range u.globals {
		g := &u.globals[i]
		if g.inFile {
			if it := m.file.Item(g.name); it != nil {
				m.edit(m.indexOf(it)).text = emit.Apply(g.Chunk, &u.fill, nil)
			}
			continue
		}
		add, err := m.once("@", g.name, g.Text)
		if err != nil {
			return err
		}
		if add {
			m.globals.chunk(g.Chunk, u)
		}
	}
	m.mds.chunk(u.unitText.mds, u)
	for i := range u.changed {
		c := &u.changed[i]
		if start, end, ok := m.file.MDSpan(c.Num); ok {
			m.cuts = append(m.cuts, cut{start, end, emit.Apply(c.Chunk, &u.fill, nil)})
		}
	}
	return nil
}

// indexOf finds an item by its place.
func (m *merger) indexOf(it *parse.Item) int {
	if it != &m.file.Items[m.last] { // a unit mostly adds several things at one place
		m.last = sort.Search(len(m.file.Items), func(i int) bool { return m.file.Items[i].Start > it.Start }) - 1
	}
	return m.last
}

// function adds a new function, with a blank line in front.
func (m *merger) function(to *pieces, ft *funcText, u *numbered) {
	to.string("\n")
	if m.comments {
		to.string(ft.comment)
	}
	to.chunk(ft.Chunk, u)
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

// targetLines replaces or adds the lines of -mtriple and -data-layout.
func (m *merger) targetLines(triple, layout string) {
	var added []byte
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
				m.edit(i).text = []byte(line)
				done = true
			}
		}
		if !done {
			added = append(added, line...)
		}
	}
	if len(added) == 0 {
		return
	}
	if at := m.lastOf(parse.ItemSource, parse.ItemLayout); at >= 0 {
		m.edit(at).behind.bytes(added)
	} else if len(m.file.Items) > 0 && m.file.Items[0].Kind != parse.ItemTail {
		m.edit(0).front = append(added, '\n')
	} else {
		m.out.bytes(added)
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

// lastBefore is the index of the last item of a kind in front of the first of some others, or -1.
func (m *merger) lastBefore(kind parse.Kind, others []parse.Kind) int {
	end := m.firstOf(others...)
	if end < 0 {
		end = len(m.file.Items)
	}
	for i := end - 1; i >= 0; i-- {
		if m.file.Items[i].Kind == kind {
			return i
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

// place files lists behind the last item of their kind, or in front of the first item that LLVM
// prints after it. Types stand in front of that in any case: one has to be defined before its size
// matters, and a file may define others at its end. Some unit changed something, so there is a
// definition in the file.
func (m *merger) place() {
	for _, l := range []struct {
		list  pieces
		kind  parse.Kind
		after []parse.Kind // what LLVM prints behind it
	}{
		{m.types, parse.ItemType, []parse.Kind{parse.ItemComdat, parse.ItemGlobal, parse.ItemDeclare,
			parse.ItemDefine}},
		{m.globals, parse.ItemGlobal, []parse.Kind{parse.ItemDeclare, parse.ItemDefine}},
	} {
		if len(l.list) == 0 {
			continue
		}
		at := m.lastOf(l.kind)
		if l.kind == parse.ItemType {
			at = m.lastBefore(l.kind, l.after)
		}
		if at >= 0 {
			e := m.edit(at)
			e.behind = append(e.behind, l.list...)
		} else {
			e := m.edit(m.firstOf(l.after...))
			e.front = append(append(e.front, l.list.join()...), '\n')
		}
	}
	lastFunc := m.lastOf(parse.ItemDeclare, parse.ItemDefine)
	e := m.edit(lastFunc)
	e.behind = append(e.behind, m.late...)
	if len(m.groups) > 0 {
		at := m.lastOf(parse.ItemAttrs)
		if at < 0 {
			at = lastFunc
			m.edit(at).behind.string("\n")
		}
		e := m.edit(at)
		e.behind = append(e.behind, m.groups...)
	}
	if len(m.mds) > 0 {
		at := m.lastOf(parse.ItemMD, parse.ItemNamedMD, parse.ItemAttrs, parse.ItemDeclare, parse.ItemDefine)
		e := m.edit(at)
		if k := m.file.Items[at].Kind; k != parse.ItemMD && k != parse.ItemNamedMD {
			e.behind.string("\n")
		}
		e.behind = append(e.behind, m.mds...)
	}
	for i := range m.file.Items {
		// The order of uses that these tell of is no longer the module's; LLVM would reject them.
		if m.file.Items[i].Kind == parse.ItemUseList {
			m.edit(i).drop = true
		}
	}
}

// write walks the edits in the order of the file.
func (m *merger) write() {
	parts := 2 * len(m.cuts)
	for i := range m.edits {
		parts += 4 + len(m.edits[i].behind) // what is in front of an item is mostly one part or two, itself another
	}
	m.out = slices.Grow(m.out, parts)
	sort.Slice(m.cuts, func(i, j int) bool { return m.cuts[i].start < m.cuts[j].start })
	for i := range m.file.Items {
		if m.editOf[i] == 0 {
			continue
		}
		e, it := m.edit(i), &m.file.Items[i]
		if e.drop || e.front != nil || e.fn != nil || e.text != nil {
			m.flush(it.Start)
			m.item(e, it)
			m.start = it.End
		}
		if len(e.behind) > 0 {
			m.flush(it.End)
			m.out.endLine()
			m.out = append(m.out, e.behind...)
		}
	}
	m.flush(len(m.file.Text))
}

// item writes an item that is not as it was.
func (m *merger) item(e *edit, it *parse.Item) {
	if e.drop {
		return
	}
	gap := it.Start
	if e.front != nil {
		gap += m.front(e.front, m.file.Text[it.Start:it.Head], it)
	}
	if e.fn == nil && e.text == nil {
		m.start = gap
		m.flush(it.End)
		return
	}
	if e.fn == nil {
		m.copy(gap, it.Head)
		m.out.bytes(e.text)
		return
	}
	head := it.Head
	if m.comments {
		head -= len(attrsLine(m.file.Text[gap:it.Head]))
	}
	m.copy(gap, head)
	if m.comments {
		m.out.string(e.fn.comment)
	}
	m.out.chunk(e.fn.Chunk, e.unit)
}

// front writes text, which ends in a blank line, and what of the gap stands in front of it; it
// gives how much that is. Comments that a blank line parts from the item stay in front; at the head
// of the file all do.
func (m *merger) front(text, gap []byte, it *parse.Item) int {
	k := bytes.LastIndex(gap, []byte("\n\n"))
	switch {
	case k >= 0:
		k += 2
	case it.Start == 0:
		k = len(gap) - len(attrsLine(gap))
	case bytes.HasPrefix(gap, []byte{'\n'}):
		k = 1
	default:
		k = 0
	}
	m.copy(it.Start, it.Start+k)
	if k == 0 && it.Start > 0 {
		m.out.endLine()
		m.out.string("\n")
	}
	m.out.bytes(text)
	return k
}

// flush writes the bytes of the file up to an offset.
func (m *merger) flush(to int) {
	for len(m.cuts) > 0 && m.cuts[0].start < to {
		c := m.cuts[0]
		m.cuts = m.cuts[1:]
		if c.start < m.start {
			continue // of an item that is gone
		}
		m.copy(m.start, c.start)
		m.out.bytes(c.text)
		m.start = c.end
	}
	if to > m.start {
		m.copy(m.start, to)
		m.start = to
	}
}

// copy writes a stretch of the file, which ends no comment halfway.
func (m *merger) copy(from, to int) {
	if m.keep {
		m.out.bytes(m.file.Text[from:to])
		return
	}
	m.file.Uncommented(from, to, m.out.bytes)
}
