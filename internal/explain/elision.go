package explain

import (
	"fmt"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// This file is what became of the allocation of each coroutine that is created.

// Created is a place at which a coroutine of a file is created.
type Created struct {
	File *diag.File
	elide.Elision
	Clang  *bool   // whether clang elides the allocation; nil: nobody asked, or it does not tell
	Growth *Growth // of the caller's frame, where the caller is a coroutine; nil: not known
}

// Growth is by how much the frame of a coroutine is larger with the frame in it of another that it
// creates, or would be.
type Growth struct {
	Bytes int64 `json:"grows_by"`
	From  int64 `json:"from"`            // the frame without it, in bytes,
	To    int64 `json:"to"`              // and with it
	About bool  `json:"about,omitempty"` // an estimate of what it is at most
}

// grow finds out about the growth of callers that are coroutines, where the driver told of frames.
// Of a frame that lies in its caller's that was found out when that was laid out. Of one that does
// not it is estimated: its own bytes, aligned behind all others. The caller might lay it over what
// it does not need at the time, or keep it on the stack, which would be less; and what is inlined
// with it might bring a value or two of its own.
func grow(list []Created, res *driver.Result) {
	frames := map[string]*split.Report{}
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
	rows := map[creation][]*split.Row{}
	for k := range res.Frames {
		f := &res.Frames[k]
		for n := range f.Rows {
			if r := &f.Rows[n]; r.Kind == split.RowFrame {
				at := creation{f.Function, r.FrameOf, r.FrameAt}
				rows[at] = append(rows[at], r)
			}
		}
	}
	for k := range list {
		c := &list[k]
		f := frames[c.Caller]
		if f == nil || len(f.Suspends) == 0 || frames[c.Callee] != nil && frames[c.Callee].ABI != split.Switched {
			continue // a continuation's frame lies in a buffer that was there before
		}
		at := creation{c.Caller, c.Callee, c.Pos}
		switch {
		case c.Elided:
			if r := rows[at]; len(r) == 1 && times[at] == 1 && c.Pos.IsValid() && r[0].Adds >= 0 {
				c.Growth = &Growth{Bytes: r[0].Adds, From: f.Size - r[0].Adds, To: f.Size}
			}
		case c.Size > 0 && c.Align > 0 && c.Miss != nil && c.Miss.Kind != handle.MissRecursion:
			to := target.AlignTo(target.AlignTo(f.Size, c.Align)+c.Size, max(f.Align, c.Align))
			c.Growth = &Growth{Bytes: to - f.Size, From: f.Size, To: to, About: true}
		}
	}
}

// PathText spells a path by source lines where they are known, else by blocks; what stays on a line
// is told once, and a file's name where it is another than before, or than file in front. name is
// what the file of a place is called.
func PathText(path []handle.Step, file string, name func(ir.SourceLoc) string) string {
	var parts []string
	at, in := 0, "" // the place that was told last
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

// SourceLoc is a place of debug info as findings have it.
func SourceLoc(l remark.Loc) ir.SourceLoc {
	return ir.SourceLoc{File: l.File, Dir: l.Dir, Sum: l.Sum, Line: l.Line, Col: l.Col}
}

// Step is a block on a path.
type Step struct {
	Block  string  `json:"block"`
	Source *Source `json:"source,omitempty"`
}

// Reason is why a coroutine needs its allocation. Either Hint or NoFix is there.
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
	NoFix       string  `json:"no_fix,omitempty"` // why there is no fix
}

// Creation is a place at which a coroutine is created, and what became of its allocation. Keys are
// those of `check --format=json` where they mean the same. What is not known is left out.
type Creation struct {
	File      string  `json:"file"`
	Line      int     `json:"line,omitempty"`
	Column    int     `json:"column,omitempty"`
	Source    *Source `json:"source,omitempty"`
	Callee    string  `json:"callee"`
	CalleeIs  string  `json:"callee_demangled,omitempty"`
	Caller    string  `json:"caller"`
	CallerIs  string  `json:"caller_demangled,omitempty"`
	Local     bool    `json:"local,omitempty"`    // no other file sees the caller
	Pipeline  string  `json:"pipeline,omitempty"` // that this is from, where a report does not say it of all
	Variable  string  `json:"variable,omitempty"` // of the caller, that holds the coroutine
	Elided    bool    `json:"elided"`
	Clang     string  `json:"clang,omitempty"`        // with which it is compared, and at which level
	ClangDoes *bool   `json:"clang_elided,omitempty"` // none: it does not tell
	Annotated bool    `json:"annotated,omitempty"`
	LeftAlone string  `json:"left_alone,omitempty"`
	LeftIs    string  `json:"left_alone_demangled,omitempty"`
	FrameSize *int64  `json:"frame_size,omitempty"`
	Align     *int64  `json:"align,omitempty"`
	Growth    *Growth `json:"caller_frame,omitempty"`
	Reason    *Reason `json:"reason,omitempty"`
}

// Creation spells it for programs.
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
	return j
}

// other is a second spelling of a text, "" if it is the same.
func other(text, spelled string) string {
	if spelled == text {
		return ""
	}
	return spelled
}

// MissesFirst puts those that need their allocation in front of the others, and leaves each of both
// in its order.
func MissesFirst(list []Created) {
	sort.SliceStable(list, func(i, j int) bool { return !list[i].Elided && list[j].Elided })
}

// Creations gives those of a file, callers in the order of its functions. What callers' frames grow
// by is known where the driver was asked for frames, too.
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
	return list
}
