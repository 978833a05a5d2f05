// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

// This file merges the changes of units into the text of the file. It copies unchanged items byte
// for byte, except for comments that LLVM does not print (parse/comments.go). A new item goes where
// LLVM would print it: the parts of a switched coroutine after the last definition, a continuation
// after its coroutine, and types, globals, declarations, attribute groups and metadata after the
// last item of their kind. A new attribute group that equals one of the file reuses its number. A
// symbol that several units add is added once, for example the declaration of an intrinsic or the
// noop coroutine.

// merger is the state of a merge.
type merger struct {
	file     *parse.File
	comments bool // the file has `; Function Attrs:` comments, as LLVM writes them

	attrNums map[string]int // attribute groups by body
	groups   pieces         // new attribute groups
	units    []numbered

	edits   []edit
	editOf  []int32 // by item: 1 + index in edits; 0: unchanged
	at      int     // result of the last indexOf
	types   pieces
	globals pieces
	late    pieces // functions and declarations after all of the file
	last    pieces // parts of switched coroutines, after the last definition of the file
	mds     pieces
	seen    map[string][]byte // text of each added symbol and type

	cuts     []cut // changed metadata nodes
	cutsDone int   // number of cuts that out has

	out   pieces
	keep  bool // keep all comments of the file
	start int  // offset of the first byte of the file that out does not have yet
}

// numbered is a unit's text with the values of its holes, for example the numbers of new metadata
// nodes.
type numbered struct {
	*unitText
	fill emit.Fill
}

// cut replaces a part of the file that is smaller than an item.
type cut struct {
	start, end int
	text       []byte
}

// edit describes the changes at one item.
type edit struct {
	drop   bool
	front  []byte    // inserted before the item, after comments that a blank line separates from it
	fn     *funcText // replaces the item; so does text
	text   []byte
	unit   *numbered
	behind pieces
}

// edit returns the edit of an item. The pointer is valid until the next call for another item.
func (m *merger) edit(item int) *edit {
	if m.editOf[item] == 0 {
		m.edits = append(m.edits, edit{})
		m.editOf[item] = int32(len(m.edits))
	}
	return &m.edits[m.editOf[item]-1]
}

// merge returns the output in pieces, which share the memory of the input and the units. With prune,
// it drops unused declarations of coroutine intrinsics.
func (r *run) merge(units []*unit, prune bool) (pieces, error) {
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
		if err := r.sized(sized, known); err != nil {
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
	for i := range m.file.Items {
		if m.file.UpgradesDebug() && m.file.IsDebugIntrinsic(&m.file.Items[i]) {
			m.edit(i).drop = true
		}
	}
	if len(m.units) > 0 {
		m.place()
	}
	r.links.apply(m)
	m.write()
	if prune {
		m.dropDeclarations()
	}
	return m.out, nil
}

// copyOnly returns a merger that has written the file without a change of any pass.
func (r *run) copyOnly() *merger {
	m := &merger{file: r.file, keep: r.o.KeepComments}
	if r.links.edits != nil {
		m.editOf = make([]int32, len(r.file.Items))
		r.links.apply(m)
		m.write()
		if r.prunes {
			m.dropDeclarations()
		}
		return m
	}
	m.flush(len(r.file.Text))
	if r.prunes && r.mentions {
		m.editOf = make([]int32, len(r.file.Items))
		m.dropDeclarations()
	}
	return m
}

// number assigns numbers to the units' attribute groups and metadata nodes, and values to the sizes
// that their texts leave open.
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
		nu := numbered{unitText: u.text}
		for _, body := range u.text.attrs {
			n, ok := m.attrNums[body]
			if !ok {
				if next < 0 { // usually no group is new, and this scans the whole file
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

// addresses updates the labels of block addresses, in the units' texts and in the unchanged text of
// the file. For example, it writes `blockaddress(@f, %b.1)` for `blockaddress(@f, %b)` if a pass
// renamed the block.
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
	// now returns the new expression for an address, and whether it differs from the old one.
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
			typ = plain.PtrType(0).String() // an operand whose type another operand has
		}
		if text, changed := now(a.Func, a.Label, typ); changed {
			m.cuts = append(m.cuts, cut{a.Start, a.End, []byte(text)})
		}
	}
}

// fileGroups reads the attribute groups of the file, so that new groups can reuse equal ones. The
// first of several equal groups wins.
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

// once reports whether to add a symbol or type of this name now. It returns an error if units add
// two different texts for one name. The texts are compared without their numbers, which differ
// between units.
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

// unit adds a unit's changes and new items to the lists of the merger.
func (m *merger) unit(u *numbered) error {
	for i := range u.funcs {
		ft := &u.funcs[i]
		switch {
		case ft.inFile:
			e := m.edit(m.indexOf(ft.item))
			e.fn, e.unit = ft, u
		case ft.last:
			m.function(&m.last, ft, u)
		case !ft.late:
			e := m.edit(m.indexOf(ft.item))
			if e.behind == nil {
				n := 1 // new functions after one of the file are adjacent
				for i+n < len(u.funcs) && u.funcs[i+n].item == ft.item && !u.funcs[i+n].late && !u.funcs[i+n].last {
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

// indexOf returns the index of an item.
func (m *merger) indexOf(it *parse.Item) int {
	if it != &m.file.Items[m.at] { // a unit usually adds several items at one place
		m.at = sort.Search(len(m.file.Items), func(i int) bool { return m.file.Items[i].Start > it.Start }) - 1
	}
	return m.at
}

// function adds a new function, after a blank line.
func (m *merger) function(to *pieces, ft *funcText, u *numbered) {
	to.string("\n")
	if m.comments {
		to.string(ft.comment)
	}
	to.chunk(ft.Chunk, u)
}

// attrsLine returns the line `; Function Attrs: ...` at the end of a gap, or nil.
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

// targetLines replaces or adds the lines for -mtriple and -data-layout.
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

// lastOf returns the index of the last item of some kinds, or -1.
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

// lastBefore returns the index of the last item of a kind before the first of some others, or -1.
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

// firstOf returns the index of the first item of some kinds, or -1.
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

// place inserts the lists after the last item of their kind, or before the first item that LLVM
// prints after it. Types always go before that item, even if the file defines others at its end,
// because a type must be defined before its size matters. The caller ensures that a unit changed
// something, so the file has a definition.
func (m *merger) place() {
	for _, l := range []struct {
		list  pieces
		kind  parse.Kind
		after []parse.Kind // kinds that LLVM prints after it
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
	if len(m.last) > 0 {
		e := m.edit(m.lastOf(parse.ItemDefine))
		e.behind = append(e.behind, m.last...)
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
		// A changed module has other use lists, so LLVM would reject these orders.
		if m.file.Items[i].Kind == parse.ItemUseList {
			m.edit(i).drop = true
		}
	}
}

// write applies the edits in the order of the file.
func (m *merger) write() {
	parts := 2 * len(m.cuts)
	for i := range m.edits {
		parts += 4 + len(m.edits[i].behind) // usually one or two parts before the item, and the item itself
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

// item writes a changed item.
func (m *merger) item(e *edit, it *parse.Item) {
	if e.drop {
		m.out.bytes(e.front)
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

// front writes text, which ends in a blank line, after a first part of the gap before an item, and
// returns the length of that part. A comment that a blank line separates from the item stays before
// the text. At the start of the file all comments stay before it.
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

// flush writes the bytes of the file up to an offset, with the cuts replaced.
func (m *merger) flush(to int) {
	for m.cutsDone < len(m.cuts) && m.cuts[m.cutsDone].start < to {
		c := m.cuts[m.cutsDone]
		m.cutsDone++
		if c.start < m.start {
			continue // in an item that was replaced or dropped
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

// copy writes a part of the file. The part must not end inside a comment.
func (m *merger) copy(from, to int) {
	if m.keep {
		m.out.bytes(m.file.Text[from:to])
		return
	}
	m.file.Uncommented(from, to, m.out.bytes)
}
