// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// This file describes whether the allocation of each created coroutine was elided.

// Created is a call that creates a coroutine of a file.
type Created struct {
	File *diag.File
	elide.Elision
	Clang  *bool     // whether clang elides the allocation; nil: not compared, or not known
	Growth *Growth   // of the caller's frame, if the caller is a coroutine; nil: not known
	Awaits []Awaited // of the coroutine by the caller, if its frame lies in the caller's frame
	// Copies are the further functions with this creation: its function was inlined into them. An
	// entry with copies is elided if all of them are.
	Copies []Created
}

// Outcome says what became of an allocation, and how large the frame is.
func (c *Created) Outcome() string {
	what, size := "elided", " (frame_size=unknown, align=unknown)"
	if !c.Elided {
		what = "not elided"
	}
	if c.Size >= 0 {
		size = fmt.Sprintf(" (frame_size=%d, align=%d)", c.Size, c.Align)
	}
	msg := "'" + Readable(c.Callee) + "' " + what + " in '" + Readable(c.Caller) + "'" + size
	if c.Var != "" {
		msg += ", variable '" + c.Var + "'"
	}
	if c.Annotated {
		msg += ", marked coro_elide_safe"
	}
	return msg
}

// Copied says what became of a copy of a creation.
func (c *Created) Copied() string {
	s := "inlined into '" + Readable(c.Caller) + "', where it is "
	if c.Elided {
		return s + "elided"
	}
	if s += "not elided"; c.Miss != nil {
		s += ", because " + DemangledText(c.Miss.Text)
	}
	return s
}

// Awaited is an await of a task, and what became of it.
type Awaited struct {
	Removed bool
	Text    string // a sentence: that it is removed, or why it stays
	Loc     remark.Loc
}

// addAwaits adds the awaits that the remarks report to the creations of their tasks. If a function
// creates a task at several places, an await belongs to the creation on its line, or else to the
// first.
func addAwaits(list []Created, res *driver.Result) {
	type pair struct{ caller, callee string }
	of := map[pair][]*Created{}
	each(list, func(c *Created) {
		p := pair{c.Caller, c.Callee}
		of[p] = append(of[p], c)
	})
	for k := range res.Remarks {
		r := &res.Remarks[k]
		made := of[pair{r.Arg("caller"), r.Arg("callee")}]
		if r.Name != elide.AwaitRemark || len(made) == 0 {
			continue
		}
		to := made[0]
		for _, c := range made {
			if r.Loc.Line > 0 && c.Loc.Line == r.Loc.Line && c.Loc.File == r.Loc.File {
				to = c
				break
			}
		}
		to.Awaits = append(to.Awaits, Awaited{r.Kind == remark.Passed, r.Message(), r.Loc})
	}
}

// Growth is the number of bytes that the frame of another coroutine, elided into a coroutine's own
// frame, adds to it or would add to it.
type Growth struct {
	Bytes int64 `json:"grows_by"`
	From  int64 `json:"from"`            // size without the other frame, in bytes
	To    int64 `json:"to"`              // size with the other frame
	About bool  `json:"about,omitempty"` // an estimate of the maximum
}

// Text says by how much the frame of a function grows.
func (g *Growth) Text(function string) string {
	in := "the frame of '" + Readable(function) + "' "
	switch {
	case g.About:
		return in + fmt.Sprintf("would grow by up to about %s, from %d to %d", Bytes(g.Bytes), g.From, g.To)
	case g.Bytes == 0:
		return in + fmt.Sprintf("does not grow: %s", Bytes(g.To))
	}
	return in + fmt.Sprintf("grew by %s, from %d to %d", Bytes(g.Bytes), g.From, g.To)
}

// grow computes the growth of callers that are coroutines, if the driver reported frames. The
// growth for an elided frame was computed when the caller's frame was laid out. The growth for a
// frame that is not elided is an estimate: its size, aligned after all other contents. The real
// growth may be smaller, because the caller might overlay the frame with values that are dead at
// the time, or keep it on the stack. It may also be larger by a value or two that inlining the
// callee adds.
func grow(list []Created, res *driver.Result) {
	frames := map[string]*framereport.Report{}
	for k := range res.Frames {
		frames[res.Frames[k].Function] = &res.Frames[k]
	}
	type creation struct {
		caller, callee string
		at             ir.Pos
	}
	times := map[creation]int{}
	for k := range list {
		times[creation{list[k].Caller, list[k].Callee, list[k].Pos}]++
	}
	rows := map[creation][]*framereport.Row{}
	for k := range res.Frames {
		f := &res.Frames[k]
		for n := range f.Rows {
			if r := &f.Rows[n]; r.Kind == framereport.RowFrame {
				at := creation{f.Function, r.FrameOf, r.FrameAt}
				rows[at] = append(rows[at], r)
			}
		}
	}
	for k := range list {
		c := &list[k]
		f := frames[c.Caller]
		if f == nil || len(f.Suspends) == 0 || frames[c.Callee] != nil && frames[c.Callee].ABI != framereport.Switched {
			continue // the frame of a continuation is in a buffer that already exists
		}
		at := creation{c.Caller, c.Callee, c.Pos}
		switch {
		case c.Elided:
			if r := rows[at]; len(r) == 1 && times[at] == 1 && c.Pos.IsValid() && r[0].Adds >= 0 {
				c.Growth = &Growth{Bytes: r[0].Adds, From: f.Size - r[0].Adds, To: f.Size}
			}
		case c.Size > 0 && c.Align > 0 && c.Miss != nil && c.Miss.Kind != lifetime.MissRecursion:
			to := target.AlignTo(target.AlignTo(f.Size, c.Align)+c.Size, max(f.Align, c.Align))
			c.Growth = &Growth{Bytes: to - f.Size, From: f.Size, To: to, About: true}
		}
	}
}

// PathText formats a path as source lines if they are known, and otherwise as blocks. Consecutive
// blocks of one line appear once. A line has its file's name only if that differs from the one
// before, or from the name in file for the first. name returns the file name to print for a place.
// For example: "line 4 -> line 9 -> util.h:12".
func PathText(path []lifetime.Step, file string, name func(ir.SourceLoc) string) string {
	var parts []string
	at, in := 0, "" // the last place in parts
	for _, s := range path {
		if s.Loc.Line == 0 {
			parts, at = append(parts, s.Block), 0
			continue
		}
		f := name(SourceLoc(s.Loc))
		if s.Loc.Line == at && f == in {
			continue
		}
		if at, in = s.Loc.Line, f; f == file {
			parts = append(parts, fmt.Sprintf("line %d", at))
		} else {
			parts, file = append(parts, fmt.Sprintf("%s:%d", f, at)), f
		}
	}
	return strings.Join(parts, " -> ")
}

// SourceLoc converts a place of debug info to the form that findings use.
func SourceLoc(l remark.Loc) ir.SourceLoc {
	return ir.SourceLoc{File: l.File, Dir: l.Dir, Sum: l.Sum, Line: l.Line, Col: l.Col}
}

// Step is a block on a path.
type Step struct {
	Block  string  `json:"block"`
	Source *Source `json:"source,omitempty"`
}

// Reason explains why a coroutine needs its allocation. Exactly one of Hint and NoFix is set.
type Reason struct {
	Kind        string  `json:"kind"`
	Message     string  `json:"message"`
	Demangled   string  `json:"message_demangled,omitempty"`
	Instruction string  `json:"instruction,omitempty"`
	Line        int     `json:"line,omitempty"`
	Column      int     `json:"column,omitempty"`
	Source      *Source `json:"source,omitempty"`
	Inlined     *Source `json:"inlined_at,omitempty"`
	Variable    string  `json:"variable,omitempty"`
	Path        []Step  `json:"path,omitempty"`
	Hint        string  `json:"hint,omitempty"`
	HintIs      string  `json:"hint_demangled,omitempty"`
	NoFix       string  `json:"no_fix,omitempty"` // why no fix exists
}

// Await is an await of a task, and what became of it.
type Await struct {
	Removed   bool    `json:"removed"`
	Message   string  `json:"message"`
	Demangled string  `json:"message_demangled,omitempty"`
	Source    *Source `json:"source,omitempty"`
}

// Creation is a call that creates a coroutine, and the result for its allocation. Its keys are
// those of `check --format=json` if they have the same meaning. Unknown values are omitted.
type Creation struct {
	File      string  `json:"file"`
	Line      int     `json:"line,omitempty"`
	Column    int     `json:"column,omitempty"`
	Source    *Source `json:"source,omitempty"`
	Callee    string  `json:"callee"`
	CalleeIs  string  `json:"callee_demangled,omitempty"`
	Caller    string  `json:"caller"`
	CallerIs  string  `json:"caller_demangled,omitempty"`
	Local     bool    `json:"local,omitempty"`    // the caller is not visible in other files
	Pipeline  string  `json:"pipeline,omitempty"` // of this entry, if a report does not have one pipeline for all
	Variable  string  `json:"variable,omitempty"` // the caller's variable that holds the coroutine
	Elided    bool    `json:"elided"`
	Clang     string  `json:"clang,omitempty"`        // the clang of the comparison, and its level
	ClangDoes *bool   `json:"clang_elided,omitempty"` // absent: not known
	Annotated bool    `json:"annotated,omitempty"`
	LeftAlone string  `json:"left_alone,omitempty"`
	LeftIs    string  `json:"left_alone_demangled,omitempty"`
	FrameSize *int64  `json:"frame_size,omitempty"`
	Align     *int64  `json:"align,omitempty"`
	Growth    *Growth `json:"caller_frame,omitempty"`
	Reason    *Reason `json:"reason,omitempty"`
	Awaits    []Await `json:"awaits,omitempty"`
	// the same creation in functions that the first one was inlined into
	Copies []Creation `json:"copies,omitempty"`
}

// Creation converts c for JSON.
func (c *Created) Creation() Creation {
	p := c.File.Place(c.Pos)
	j := Creation{File: c.File.Name, Line: p.Line, Column: p.Col, Source: source(c.Loc), Callee: c.Callee,
		CalleeIs: other(c.Callee, Demangled(c.Callee)),
		Caller:   c.Caller, CallerIs: other(c.Caller, Demangled(c.Caller)), Local: c.Local, Variable: c.Var,
		Elided: c.Elided, ClangDoes: c.Clang, Growth: c.Growth, Annotated: c.Annotated, LeftAlone: c.LeftAlone,
		LeftIs: other(c.LeftAlone, DemangledText(c.LeftAlone))}
	if c.Size >= 0 {
		j.FrameSize, j.Align = &c.Size, &c.Align
	}
	if m := c.Miss; m != nil {
		p := c.File.Place(m.Pos)
		j.Reason = &Reason{Kind: m.Kind.String(), Message: m.Text, Demangled: other(m.Text, DemangledText(m.Text)),
			Instruction: OneLine(m.Instr), Line: p.Line, Column: p.Col,
			Source: source(m.Loc), Inlined: source(m.In), Variable: m.Var,
			Hint: m.Fix, HintIs: other(m.Fix, DemangledText(m.Fix))}
		for _, s := range m.Path {
			j.Reason.Path = append(j.Reason.Path, Step{s.Block, source(s.Loc)})
		}
		if m.Fix == "" {
			j.Reason.NoFix = m.NoFix()
		}
	}
	for _, a := range c.Awaits {
		j.Awaits = append(j.Awaits, Await{a.Removed, a.Text, other(a.Text, DemangledText(a.Text)), source(a.Loc)})
	}
	for k := range c.Copies {
		j.Copies = append(j.Copies, c.Copies[k].Creation())
	}
	return j
}

// SetFile sets the file of a creation and of its copies.
func (c *Creation) SetFile(name string) {
	c.File = name
	for k := range c.Copies {
		c.Copies[k].SetFile(name)
	}
}

// other returns a second spelling of a text, or "" if it is the same.
func other(text, spelled string) string {
	if spelled == text {
		return ""
	}
	return spelled
}

// MissesFirst moves the entries that need their allocation before the others. Both groups keep
// their order.
func MissesFirst(list []Created) {
	sort.SliceStable(list, func(i, j int) bool { return !list[i].Elided && list[j].Elided })
}

// Creations returns the creations of a file, sorted by their callers in the order of the file's
// functions. The growth of callers' frames is known only if the driver also reported frames.
func Creations(file *diag.File, res *driver.Result, order map[string]int) []Created {
	var list []Created
	for _, e := range res.Elisions {
		list = append(list, Created{File: file, Elision: e})
	}
	sort.SliceStable(list, func(i, j int) bool {
		p, q := &list[i], &list[j]
		if c, d := Rank(order, p.Caller), Rank(order, q.Caller); c != d {
			return c < d
		}
		return p.Caller == q.Caller && p.Pos < q.Pos
	})
	grow(list, res)
	list = joined(list, res)
	addAwaits(list, res)
	return list
}

// joined makes one entry of all copies of a creation. The entry is that of the function whose text
// has the creation, or else of the first copy; one that is not elided comes before one that is. For
// example, if f creates a coroutine, and f is inlined into g and h, then f's entry has two copies.
func joined(list []Created, res *driver.Result) []Created {
	type creation struct {
		callee string
		at     ir.Pos
	}
	at := map[creation]int{} // index in out
	out := list[:0:0]
	for _, c := range list {
		of := creation{c.Callee, c.Pos}
		k, ok := at[of]
		if !ok || !c.Pos.IsValid() {
			at[of] = len(out)
			out = append(out, c)
			continue
		}
		e := &out[k]
		home := definedAt(res, c.Pos)
		if e.Elided && !c.Elided || e.Elided == c.Elided && c.Caller == home && e.Caller != home {
			c.Copies, e.Copies = append(e.Copies, *e), nil
			c.Copies[len(c.Copies)-1].Copies = nil
			*e = c
		} else {
			e.Copies = append(e.Copies, c)
		}
	}
	return out
}

// definedAt returns the function whose definition has a position, or "".
func definedAt(res *driver.Result, at ir.Pos) string {
	if res.File == nil || !at.IsValid() {
		return ""
	}
	items := res.File.Items
	k := sort.Search(len(items), func(k int) bool { return items[k].End > at.Offset() })
	if k == len(items) || items[k].Kind != parse.ItemDefine {
		return ""
	}
	return items[k].Name
}

// each visits all entries and their copies.
func each(list []Created, visit func(*Created)) {
	for k := range list {
		visit(&list[k])
		each(list[k].Copies, visit)
	}
}

// Involves reports whether a creation or one of its copies is of a function, or creates it.
func (c *Created) Involves(is func(symbol string) bool) bool {
	return is(Symbol(c.Callee)) || is(Symbol(c.Caller)) ||
		slices.ContainsFunc(c.Copies, func(o Created) bool { return o.Involves(is) })
}
