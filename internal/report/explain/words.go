// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/framereport"
)

// This file holds the wording that explains frames.

// Shown limits the lines, and the values at a suspend, that a list names. For the rest a list
// states only their number.
const Shown = 6

// Bytes formats a number of bytes, for example "1 byte" or "24 bytes".
func Bytes(n int64) string { return Count(n, "byte") }

// Line formats a place as a line of the source, with the file name if it is not the coroutine's
// file. Without debug info it formats a line of the IR. It returns "" if neither is known. For
// example: "line 12", "line 40 of task.h", "line 310 of the IR".
func (c *Coroutine) Line(p framereport.Place) string {
	switch l := p.Loc; {
	case l.Line > 0 && l.File == c.Loc.File:
		return fmt.Sprintf("line %d", l.Line)
	case l.Line > 0:
		return fmt.Sprintf("line %d of %s", l.Line, path.Base(l.File))
	}
	at := c.File.Place(p.Pos).Line
	switch {
	case at == 0:
		return ""
	case c.Loc.Line > 0:
		return fmt.Sprintf("line %d of the IR", at)
	}
	return fmt.Sprintf("line %d", at)
}

// at returns Line with a prefix, or "" if no line is known.
func (c *Coroutine) at(lead string, p framereport.Place) string {
	if l := c.Line(p); l != "" {
		return lead + l
	}
	return ""
}

// CodeText lists the sizes of the functions that the coroutine became, or returns "" if none is
// known. For example: "instructions of IR: 31 in the ramp, 40 in resume, 22 in destroy".
// Continuations are summed up.
func (c *Coroutine) CodeText() string {
	var parts []string
	continuations, sum := 0, 0
	for _, p := range c.Code() {
		switch {
		case p.Part == "ramp":
			parts = append(parts, fmt.Sprintf("%d in the ramp", p.Instructions))
		case c.ABI == framereport.Switched:
			parts = append(parts, fmt.Sprintf("%d in %s", p.Instructions, p.Part))
		default:
			continuations, sum = continuations+1, sum+p.Instructions
		}
	}
	if continuations > 0 {
		parts = append(parts, fmt.Sprintf("%d in %s", sum, Count(continuations, "continuation")))
	}
	if parts == nil {
		return ""
	}
	return "instructions of IR: " + strings.Join(parts, ", ")
}

// The names of rows that have no name in the source or in the IR.
const (
	anObject = "an object"
	aValue   = "a value"
)

// Name returns the name of a row for people.
func (c *Coroutine) Name(r *framereport.Row) string {
	switch {
	case r.Kind == framereport.RowField:
		if n := fieldNames[r.Name]; n[0] != "" {
			return n[0]
		}
		return strings.TrimLeft(r.Name, "_")
	case r.Kind == framereport.RowPromise:
		return "promise"
	case r.Kind == framereport.RowFrame:
		return "frame of " + Readable(r.FrameOf)
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
	if r.Kind == framereport.RowObject {
		return anObject
	}
	return aValue
}

// What describes a row: its name, its type, and the place where it is defined.
func (c *Coroutine) What(r *framereport.Row) string {
	s := c.Name(r)
	switch v := r.Var; {
	case r.Kind == framereport.RowField:
		return s
	case r.Kind == framereport.RowFrame:
		return s + c.at(", ", r.Def)
	case v == nil:
		return s + ": " + Short(plainType(r.Type)) + c.at(", ", r.Def)
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
		s += ": " + Short(typ)
		if v.To > 0 {
			s += fmt.Sprintf(", its bytes %d to %d", v.From, v.To-1)
		}
		if v.Parameter {
			s += ", parameter"
		}
		if v.Of != "" {
			s += " of " + Short(v.Of)
		}
		return s + c.at(", ", framereport.Place{Loc: v.Loc})
	}
}

// plainType formats a type of the IR, and the type that clang derives from a class as the source
// names it: "%class.Task" becomes "Task".
func plainType(t string) string {
	name := strings.Trim(strings.TrimPrefix(t, "%"), `"`)
	for _, kind := range []string{"struct.", "class.", "union."} {
		if s, ok := strings.CutPrefix(name, kind); ok && strings.HasPrefix(t, "%") && !strings.HasPrefix(s, "anon") {
			return s
		}
	}
	return t
}

// Why explains why a row is in the frame, and names the rows that share its bytes.
func (c *Coroutine) Why(r *framereport.Row) string {
	var parts []string
	switch r.Rule {
	case coro.OfABI:
		parts = append(parts, fieldNames[r.Name][1])
	case coro.OfPromise:
		parts = append(parts, "at a fixed offset from the handle")
	default:
		if r.Kind == framereport.RowFrame {
			parts = append(parts, "needs no heap: elided")
		}
		parts = append(parts, c.over(r.Live), c.reason(r))
	}
	var others []string
	for _, o := range r.Sharing {
		others = append(others, c.Name(&c.Rows[o]))
	}
	if others != nil {
		parts = append(parts, "shares bytes with "+Enumerate(others))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

// over lists the suspends that a row is live across, or returns "" if there are none.
func (c *Coroutine) over(live []int) string {
	switch n := len(live); {
	case n == 0:
		return ""
	case n == len(c.Suspends) && n > 1:
		return "live over all suspends"
	case n == 1:
		return "live over " + c.Suspend(live[0], "the suspend")
	}
	var lines []string
	lead := "the suspends at lines "
	for _, s := range live {
		l, ok := strings.CutPrefix(c.Suspend(s, ""), "line ")
		if !ok {
			lead = "the suspends at "
		}
		if l != "" && !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	switch {
	case len(lines) == 0:
		return "live over " + Count(len(live), "suspend")
	case len(lines) == 1:
		lead = strings.Replace(lead, "lines", "line", 1)
	}
	return "live over " + lead + Enumerate(lines)
}

// Enumerate lists the first Shown items, and the number of the others.
func Enumerate(list []string) string {
	n := len(list)
	switch more := n - Shown; {
	case more > 0:
		return strings.Join(list[:Shown], ", ") + fmt.Sprintf(" and %d more", more)
	case n > 1:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// Either lists the first Shown alternatives, and the number of the others.
func Either(list []string) string {
	if n := len(list) - Shown; n > 0 {
		return strings.Join(list[:Shown], ", ") + fmt.Sprintf(" or %d more", n)
	}
	return strings.Join(list, " or ")
}

// Suspend formats one suspend, after the noun in lead if that is given: "the suspend at line 7".
func (c *Coroutine) Suspend(k int, lead string) string {
	s := &c.Suspends[k]
	line := c.Line(s.Place)
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

// reason explains why a row is in the frame, beyond the suspends that it is live across.
func (c *Coroutine) reason(r *framereport.Row) string {
	used := c.at("then used at ", r.Use)
	kept := c.kept(r)
	switch r.Rule {
	case coro.NeverEnds:
		return "its lifetime has no marked end" + join("; ", kept)
	case coro.LifeMaySpan:
		return "the end of its lifetime was not found" + join("; ", kept)
	case coro.Escapes:
		return "its lifetime is not marked, and " + strings.TrimPrefix(kept, "and ")
	case coro.EscapesInLoop:
		return "its lifetime begins again after the suspend; " + kept
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

// kept names the instructions that may keep the address of an object.
func (c *Coroutine) kept(r *framereport.Row) string {
	if len(r.Keepers) == 0 {
		return ""
	}
	s := c.keeper(&r.Keepers[0]) + " may keep its address"
	if n := len(r.Keepers) - 1; n > 0 {
		s += fmt.Sprintf(", and so may %s", Count(n, "other"))
	}
	return s
}

// keeper names an instruction that may keep an address.
func (c *Coroutine) keeper(k *framereport.Keeper) string {
	s := "`" + OneLine(k.Instr) + "`"
	switch {
	case k.Await:
		s = "await_suspend"
	case k.Callee != "":
		s = Readable(k.Callee)
	}
	return s + c.at(" at ", k.Place)
}

// Fix describes a change of the source that makes the frame smaller, or returns "" if there is
// none. For example: "buf is 64 bytes, live over the suspend at line 7 only because f at line 6 may
// keep its address: end its scope before line 7; the frame is then 64 bytes smaller".
func (c *Coroutine) Fix(r *framereport.Row) string {
	m := r.Fix
	if m == nil {
		return ""
	}
	if m.Align > 0 {
		return fmt.Sprintf("%s is aligned to %s, which needs padding: align it to %d bytes if it works with less; "+
			"the frame is then %s smaller", c.Name(r), Bytes(max(r.Align, r.RoundTo)), m.Align, Bytes(m.Saves))
	}
	var keepers []string
	for k := range r.Keepers {
		if s := c.keeper(&r.Keepers[k]); !slices.Contains(keepers, s) {
			keepers = append(keepers, s)
		}
	}
	name := c.Name(r)
	over := c.over(m.Over)
	switch {
	case over != "":
	case len(r.Live) == 0:
		over = "in the frame"
	default:
		over = "not sharing bytes"
	}
	s := fmt.Sprintf("%s is %s, %s only because %s may keep its address: ", name, Bytes(r.Size), over,
		Enumerate(keepers))
	var fixes []string
	if m.NoEscape {
		fixes = append(fixes, noEscape(r.Keepers))
	}
	if m.EndScope {
		before := "the suspend"
		if len(m.Over) > 0 {
			if l := c.Line(c.Suspends[m.Over[0]].Place); l != "" {
				before = l
			}
		}
		if m.Marked {
			fixes = append(fixes, "end its scope before "+before)
		} else {
			fixes = append(fixes, "mark the end of its lifetime before "+before+" (clang marks lifetimes at "+
				"-O1 and higher)")
		}
	}
	return s + strings.Join(fixes, ", or ") + fmt.Sprintf("; the frame is then %s smaller", Bytes(m.Saves))
}

// noEscape describes how to declare that functions do not keep the addresses they receive.
func noEscape(list []framereport.Keeper) string {
	params := map[string]bool{}
	for _, k := range list {
		params[k.Callee+" "+strconv.Itoa(k.Arg)] = true
	}
	if len(params) > 1 {
		return "mark the parameters `noescape` (captures(none) in IR)"
	}
	return "mark the parameter `noescape` (captures(none) in IR)"
}

// Count formats a number of things, for example "1 suspend" or "2 suspends".
func Count[N int | int64](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// OneLine joins the lines of an instruction that prints as several lines.
func OneLine(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}
