package main

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/split"
)

// This file spells frames as tables, for people with a terminal of 100 columns.

// The columns of the table behind its numbers.
const (
	whatWidth = 34
	whyWidth  = 42
	textWidth = 100
)

// linesShown is how many lines, or things that are live, are listed; of more there is the number.
const linesShown = 6

// framesText is the explanation for people.
func framesText(list []*coroFrame, names, functions []string, fl *explainFrameFlags, st *diag.Style) []byte {
	var b bytes.Buffer
	for k := range list {
		list[k].text(&b, fl, st)
		b.WriteByte('\n')
	}
	b.WriteString(none(list, names, functions))
	if len(list) > 0 {
		b.WriteString(total(list, fl.pipeline()))
	}
	return b.Bytes()
}

// text tells of one frame.
func (c *coroFrame) text(b *bytes.Buffer, fl *explainFrameFlags, st *diag.Style) {
	what := fmt.Sprintf("has %s, align %d, %s", bytesOf(c.Size), c.Align, count(len(c.Suspends), "suspend"))
	if len(c.Suspends) == 0 {
		what = "has none: it never suspends"
	}
	c.headline(b, "frame:", what, st)
	if len(c.Suspends) == 0 {
		return
	}
	padding, shared := c.count()
	fmt.Fprintf(b, "%s; %s of padding, %s shared\n", c.ABI, bytesOf(padding), bytesOf(shared))
	if len(c.Rows) == 0 {
		return
	}
	fmt.Fprintf(b, "%s\n", st.Bold(strings.TrimRight(fmt.Sprintf("%7s%7s%6s  %-*s  %s", "offset", "size", "align", whatWidth, "what", "why"), " ")))
	table(b, c.lines(0, fl.sort, 0), 0, st)
	if fl.suspends {
		c.suspends(b, st)
	}
	if c.NotShared != "" {
		passage(b, "note:", st.Note, "its slots share no bytes: it could not be shown that nothing is lost: "+c.NotShared)
	}
	for k := range c.Rows {
		if m := c.mend(&c.Rows[k]); m != "" {
			passage(b, "hint:", st.Hint, m)
		}
	}
}

// headline writes what a coroutine has, with its place in the IR and in the source.
func (c *coroFrame) headline(b *bytes.Buffer, label, what string, st *diag.Style) {
	where := diag.Clean(c.file.Name)
	if at := c.file.Place(c.Pos); at.Line > 0 {
		where += fmt.Sprintf(":%d:%d", at.Line, at.Col)
	}
	source := ""
	if c.Loc.Line > 0 {
		source = fmt.Sprintf(", at %s:%d", diag.Clean(c.Loc.File), c.Loc.Line)
	}
	fmt.Fprintf(b, "%s %s %s\n", st.Bold(where+":"), st.Note(label), st.Bold("'"+diag.Clean(demangled(c.Function))+"' "+what+source))
}

// passage writes a text behind a label.
func passage(b *bytes.Buffer, label string, paint diag.Paint, s string) {
	for k, l := range wrap(diag.Clean(s), textWidth-len(label)-1) {
		if k == 0 {
			b.WriteString(paint(label) + " " + l + "\n")
		} else {
			b.WriteString(strings.Repeat(" ", len(label)+1) + l + "\n")
		}
	}
}

// bytesOf is a number of bytes.
func bytesOf(n int64) string { return count(int(n), "byte") }

// table writes lines of the table; depth is how many frames are around them.
func table(b *bytes.Buffer, lines []frameLine, depth int, st *diag.Style) {
	for _, l := range lines {
		align, what, why := "", "padding", ""
		if l.Row != nil {
			align, what, why = strconv.FormatInt(l.Align, 10), l.of.what(l.Row), l.of.why(l.Row)
		}
		indent := strings.Repeat("  ", min(depth, 8))
		left := wrap(diag.Clean(what), whatWidth-len(indent))
		right := wrap(diag.Clean(why), whyWidth)
		for k := range max(len(left), len(right)) {
			w, y := "", ""
			if k < len(left) {
				w = left[k]
			}
			if k < len(right) {
				y = right[k]
			}
			numbers := strings.Repeat(" ", 20)
			if k == 0 {
				numbers = fmt.Sprintf("%7d%7d%6s", l.offset, l.size, align)
			}
			w += strings.Repeat(" ", max(0, whatWidth-len(indent)-utf8.RuneCountInString(w)))
			if l.Row != nil && k == 0 && y != "" {
				b.WriteString(strings.TrimRight(numbers+"  "+indent+st.Bold(w)+"  "+y, " ") + "\n")
				continue
			}
			b.WriteString(strings.TrimRight(numbers+"  "+indent+w+"  "+y, " ") + "\n")
		}
		table(b, l.inside, depth+1, st)
	}
}

// wrap breaks a text into lines between words; a word that is too long is cut.
func wrap(s string, width int) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out, line = append(out, line), ""
		}
		for r := []rune(word); len(r) > width; {
			out, r = append(out, string(r[:width])), r[width:]
			word = string(r)
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" || out == nil {
		out = append(out, line)
	}
	return out
}

// line spells a place: a line of the source, with the file where it is another than the coroutine's; else a line of the IR. It is "" where none is
// known.
func (c *coroFrame) line(p split.Place) string {
	switch l := p.Loc; {
	case l.Line > 0 && l.File == c.Loc.File:
		return fmt.Sprintf("line %d", l.Line)
	case l.Line > 0:
		return fmt.Sprintf("line %d of %s", l.Line, path.Base(l.File))
	}
	at := c.file.Place(p.Pos).Line
	switch {
	case at == 0:
		return ""
	case c.Loc.Line > 0:
		return fmt.Sprintf("line %d of the IR", at)
	}
	return fmt.Sprintf("line %d", at)
}

// at is line behind a word; "" where no line is known.
func (c *coroFrame) at(lead string, p split.Place) string {
	if l := c.line(p); l != "" {
		return lead + l
	}
	return ""
}

// name is what a row is called.
func (c *coroFrame) name(r *split.Row) string {
	switch {
	case r.Kind == split.RowField:
		if n := fieldNames[r.Name]; n[0] != "" {
			return n[0]
		}
		return strings.TrimLeft(r.Name, "_")
	case r.Kind == split.RowPromise:
		return "promise"
	case r.Kind == split.RowFrame:
		return "frame of " + demangled(r.FrameOf)
	case r.Var != nil:
		return r.Var.Name
	case r.Name != "":
		return "%" + r.Name
	case r.Param > 0:
		return "parameter " + strconv.Itoa(r.Param)
	}
	if n := c.defined(r.Def.Pos); n != "" {
		return n
	}
	return map[bool]string{true: "an object", false: "a value"}[r.Kind == split.RowObject]
}

// what tells what a row is: its name, its type, and where it comes from.
func (c *coroFrame) what(r *split.Row) string {
	s := c.name(r)
	switch v := r.Var; {
	case r.Kind == split.RowField:
		return s
	case r.Kind == split.RowFrame:
		return s + c.at(", ", r.Def)
	case v == nil:
		return s + ": " + plainType(r.Type) + c.at(", ", r.Def)
	default:
		typ := v.Type
		if typ == "" {
			typ = plainType(r.Type)
		}
		if v.Address {
			s = "address of " + s
		}
		if v.OneOf {
			s = "a value of " + s
		}
		s += ": " + typ
		if v.To > 0 {
			s += fmt.Sprintf(", its bytes %d to %d", v.From, v.To-1)
		}
		if v.Parameter {
			s += ", parameter"
		}
		if v.Of != "" {
			s += " of " + v.Of
		}
		return s + c.at(", ", split.Place{Loc: v.Loc})
	}
}

// plainType spells a type of the IR, and one that clang made of a class as the source does.
func plainType(t string) string {
	name := strings.Trim(strings.TrimPrefix(t, "%"), `"`)
	for _, kind := range []string{"struct.", "class.", "union."} {
		if s, ok := strings.CutPrefix(name, kind); ok && strings.HasPrefix(t, "%") && !strings.HasPrefix(s, "anon") {
			return s
		}
	}
	return t
}

// why tells why a row is in the frame, and what it shares bytes with.
func (c *coroFrame) why(r *split.Row) string {
	var parts []string
	switch r.Rule {
	case coro.OfABI:
		parts = append(parts, fieldNames[r.Name][1])
	case coro.OfPromise:
		parts = append(parts, "who has the handle finds it at this offset")
	default:
		if r.Kind == split.RowFrame {
			parts = append(parts, "needs no heap: elided")
		}
		parts = append(parts, c.over(r.Live), c.reason(r))
	}
	var others []string
	for _, o := range r.Sharing {
		others = append(others, c.name(&c.Rows[o]))
	}
	if others != nil {
		parts = append(parts, "shares bytes with "+enumerate(others))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

// over lists suspends over which a row is live; "" for none.
func (c *coroFrame) over(live []int) string {
	switch n := len(live); {
	case n == 0:
		return ""
	case n == len(c.Suspends) && n > 1:
		return "live over all suspends"
	case n == 1:
		return "live over " + c.suspend(live[0], "the suspend")
	}
	var lines []string
	lead := "the suspends at lines "
	for _, s := range live {
		l, ok := strings.CutPrefix(c.suspend(s, ""), "line ")
		if !ok {
			lead = "the suspends at "
		}
		if l != "" && !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	switch {
	case len(lines) == 0:
		return "live over " + count(len(live), "suspend")
	case len(lines) == 1:
		lead = strings.Replace(lead, "lines", "line", 1)
	}
	return "live over " + lead + enumerate(lines)
}

// enumerate lists the first of some things, and how many more there are.
func enumerate(list []string) string {
	n := len(list)
	switch more := n - linesShown; {
	case more > 0:
		return strings.Join(list[:linesShown], ", ") + fmt.Sprintf(" and %d more", more)
	case n > 1:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// suspend spells one suspend: behind what it is, if that is given.
func (c *coroFrame) suspend(k int, lead string) string {
	s := &c.Suspends[k]
	line := c.line(s.Place)
	switch {
	case s.Final && lead != "":
		return "the final suspend"
	case s.Final:
		return strings.TrimPrefix(line+" (final)", " ")
	case lead != "" && line != "":
		return lead + " at " + line
	case lead != "":
		return lead
	}
	return line
}

// reason tells what made the row one of the frame's, beyond the suspends over which it is live.
func (c *coroFrame) reason(r *split.Row) string {
	used := c.at("then used at ", r.Use)
	kept := c.kept(r)
	switch r.Rule {
	case coro.NeverEnds:
		return "its life has no marked end" + join("; ", kept)
	case coro.LifeMaySpan:
		return "the end of its life was not found" + join("; ", kept)
	case coro.Escapes:
		return "its life is not marked, and " + strings.TrimPrefix(kept, "and ")
	case coro.EscapesInLoop:
		return "its life begins again behind the suspend; " + kept
	case coro.LifeSpans, coro.UsedBothSides:
		if used == "" {
			return kept
		}
		return used
	}
	return used
}

func join(lead, s string) string {
	if s == "" {
		return ""
	}
	return lead + s
}

// kept tells who may keep the address of an object.
func (c *coroFrame) kept(r *split.Row) string {
	if len(r.Keepers) == 0 {
		return ""
	}
	s := c.keeper(&r.Keepers[0]) + " may keep its address"
	if n := len(r.Keepers) - 1; n > 0 {
		s += fmt.Sprintf(", and so may %s", count(n, "other"))
	}
	return s
}

// keeper names who may keep an address.
func (c *coroFrame) keeper(k *split.Keeper) string {
	s := "`" + oneLine(k.Instr) + "`"
	switch {
	case k.Await:
		s = "await_suspend"
	case k.Callee != "":
		s = demangled(k.Callee)
	}
	return s + c.at(" at ", k.Place)
}

// mend tells what would make the frame smaller; "" for nothing.
func (c *coroFrame) mend(r *split.Row) string {
	m := r.Mend
	if m == nil {
		return ""
	}
	var keepers []string
	for k := range r.Keepers {
		if s := c.keeper(&r.Keepers[k]); !slices.Contains(keepers, s) {
			keepers = append(keepers, s)
		}
	}
	name := c.name(r)
	over := c.over(m.Over)
	switch {
	case over != "":
	case len(r.Live) == 0:
		over = "in the frame"
	default:
		over = "kept from others' use"
	}
	s := fmt.Sprintf("%s is %s, %s only because %s may keep its address: ", name, bytesOf(r.Size), over, enumerate(keepers))
	var mends []string
	if m.NoEscape {
		mends = append(mends, noEscape(r.Keepers))
	}
	if m.EndScope {
		before := "the suspend"
		if len(m.Over) > 0 {
			if l := c.line(c.Suspends[m.Over[0]].Place); l != "" {
				before = l
			}
		}
		if m.Marked {
			mends = append(mends, "end its scope before "+before)
		} else {
			mends = append(mends, "mark that its life ends before "+before+" (clang marks lives from -O1 on)")
		}
	}
	return s + strings.Join(mends, ", or ") + fmt.Sprintf("; the frame is %s smaller then", bytesOf(m.Saves))
}

// noEscape says how to tell that functions do not keep what they are given.
func noEscape(list []split.Keeper) string {
	params := map[string]bool{}
	for _, k := range list {
		params[k.Callee+" "+strconv.Itoa(k.Arg)] = true
	}
	if len(params) > 1 {
		return "mark the parameters `noescape` (captures(none) in IR)"
	}
	return "mark the parameter `noescape` (captures(none) in IR)"
}

// suspends tells what is live over each suspend.
func (c *coroFrame) suspends(b *bytes.Buffer, st *diag.Style) {
	fmt.Fprintf(b, "%s\n", st.Bold(fmt.Sprintf("%7s%7s  %-20s  %s", "suspend", "bytes", "where", "live besides what the ABI and the promise take")))
	for k := range c.Suspends {
		s := &c.Suspends[k]
		var live []string
		for _, n := range s.Live {
			if r := &c.Rows[n]; r.Kind != split.RowField && r.Kind != split.RowPromise {
				live = append(live, c.name(r))
			}
		}
		where := wrap(diag.Clean(c.suspend(k, "")), 20)
		for n, l := range wrap(diag.Clean(strings.Join(live, ", ")), 60) {
			w := ""
			if n < len(where) {
				w = where[n]
			}
			numbers := strings.Repeat(" ", 14)
			if n == 0 {
				numbers = fmt.Sprintf("%7d%7d", k, s.Bytes)
			}
			b.WriteString(strings.TrimRight(fmt.Sprintf("%s  %-20s  %s", numbers, w, l), " ") + "\n")
		}
	}
}
