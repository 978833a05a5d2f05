// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"strconv"

	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/remark"
)

// This file converts frames to JSON. Unknown values are omitted. docs/frames.md describes the keys.

// At is a place in the IR, and in the source if debug info has it.
type At struct {
	Line   int     `json:"line,omitempty"` // in the IR
	Column int     `json:"column,omitempty"`
	Source *Source `json:"source,omitempty"`
}

// About holds the fields at the beginning of every explanation of a coroutine.
type About struct {
	File string `json:"file"`
	At
	Function  string `json:"function"`
	Demangled string `json:"demangled,omitempty"`
	Local     bool   `json:"local,omitempty"` // internal or private linkage: not visible in other files
	Pipeline  string `json:"pipeline"`
	ABI       string `json:"abi"`
}

// Decl is the declaration of a class or a function in the source, which an attribute can mark.
type Decl struct {
	Name      string  `json:"name"`
	Parameter int     `json:"parameter,omitempty"` // of the function, from 1
	Source    *Source `json:"source"`
}

// Frame describes the contents of a coroutine's frame.
type Frame struct {
	About
	Result    *Decl     `json:"result,omitempty"` // the class that the coroutine returns
	Size      int64     `json:"frame_size"`
	Clang     string    `json:"clang,omitempty"`            // the clang of the comparison, and its level
	ClangSize *int64    `json:"clang_frame_size,omitempty"` // absent: not known
	Align     int64     `json:"align"`
	Padding   int64     `json:"padding"`
	CouldSave int64     `json:"could_save,omitempty"`   // bytes, by the hint that saves most
	Inside    int64     `json:"inside_frame,omitempty"` // bytes that are frames of elided coroutines
	Code      []Code    `json:"code,omitempty"`
	Shares    bool      `json:"shares_storage"`
	NotShared string    `json:"shares_not,omitempty"`
	Suspends  []Suspend `json:"suspends"`
	Rows      []Row     `json:"rows"`
}

// Code is the size of one of the functions that a coroutine became.
type Code struct {
	Part         string `json:"part"` // ramp, resume, destroy, cleanup, or the number of a continuation
	Function     string `json:"function"`
	Instructions int    `json:"instructions"` // of IR, after the pipeline
}

// Suspend describes a suspend and the rows of the frame that are live across it.
type Suspend struct {
	At
	Label string `json:"label"` // the name for people
	Final bool   `json:"final,omitempty"`
	ID    string `json:"id,omitempty"`
	Bytes int64  `json:"bytes"`
	Live  []int  `json:"live"` // numbers of rows by offset
}

// Variable is the source variable that a row holds.
type Variable struct {
	Name      string  `json:"name"`
	Type      string  `json:"type,omitempty"`
	Source    *Source `json:"source,omitempty"`
	Parameter bool    `json:"parameter,omitempty"`
	Of        string  `json:"of,omitempty"`
	Address   bool    `json:"address,omitempty"`
	OneOf     bool    `json:"one_of_its_values,omitempty"`
	From      int64   `json:"from,omitempty"`
	To        int64   `json:"to,omitempty"`
}

// Keeper is an instruction through which the address of an object may escape.
type Keeper struct {
	At
	Instruction string `json:"instruction"`
	Callee      string `json:"callee,omitempty"`
	Argument    *int   `json:"argument,omitempty"`
	Declared    *Decl  `json:"declared,omitempty"`
}

// Fix describes a change that makes the frame smaller.
type Fix struct {
	Saves    int64  `json:"saves"`
	Over     []int  `json:"live_only_so"` // numbers of suspends
	NoEscape bool   `json:"noescape,omitempty"`
	EndScope bool   `json:"end_scope,omitempty"`
	Align    int64  `json:"align,omitempty"` // with this alignment
	Hint     string `json:"hint"`
}

// Row is a value or an object in the frame, or padding.
type Row struct {
	Row      *int      `json:"row,omitempty"` // number by offset; absent: padding
	Kind     string    `json:"kind"`
	Label    string    `json:"label"` // the name for people
	Offset   int64     `json:"offset"`
	Size     int64     `json:"size"`
	Align    int64     `json:"align,omitempty"`
	What     string    `json:"what,omitempty"` // for people
	Name     string    `json:"name,omitempty"`
	Type     string    `json:"type,omitempty"`
	Variable *Variable `json:"variable,omitempty"`
	FrameOf  string    `json:"frame_of,omitempty"`
	Rule     string    `json:"rule,omitempty"`
	Why      string    `json:"why,omitempty"`
	Defined  *At       `json:"defined,omitempty"`
	Used     *At       `json:"used,omitempty"`
	Live     []int     `json:"live_over,omitempty"` // numbers of suspends
	Shares   []int     `json:"shares_with,omitempty"`
	Keepers  []Keeper  `json:"may_keep_address,omitempty"`
	Fix      *Fix      `json:"fix,omitempty"`
	Rows     []Row     `json:"rows,omitempty"` // of the elided frame in this row
}

// Frame returns the coroutine's frame with its rows in one of the Orders. pipeline is the text of
// the pipeline that ran.
func (c *Coroutine) Frame(pipeline, order string) Frame {
	j := c.about(pipeline)
	j.Rows = rows(c.Lines(order))
	return j
}

// about returns the coroutine's frame without its rows.
func (c *Coroutine) about(pipeline string) Frame {
	padding, _ := c.Count()
	j := Frame{About: About{File: c.File.Name, At: c.place(c.Place), Function: c.Function, Local: c.Local,
		Pipeline: pipeline, ABI: c.ABI}, Result: declared(c.Result), Size: c.Size, ClangSize: c.Clang, Align: c.Align,
		Padding: padding, CouldSave: c.CouldSave(), Inside: c.Elided(), Shares: c.Shared, NotShared: c.NotShared, Suspends: []Suspend{}}
	j.Demangled = other(c.Function, Demangled(c.Function))
	j.Code = c.Code()
	for n := range c.Suspends {
		s := &c.Suspends[n]
		j.Suspends = append(j.Suspends, Suspend{c.place(s.Place), c.State(n), s.Final, s.ID, s.Bytes,
			append([]int{}, s.Live...)})
	}
	return j
}

func (c *Coroutine) place(p framereport.Place) At {
	at := c.File.Place(p.Pos)
	return At{at.Line, at.Col, source(p.Loc)}
}

// known converts a place, or returns nil if it is unknown.
func (c *Coroutine) known(p framereport.Place) *At {
	if p == (framereport.Place{}) {
		return nil
	}
	at := c.place(p)
	return &at
}

func rows(lines []Line) []Row {
	out := make([]Row, 0, len(lines))
	for _, l := range lines {
		if l.Row == nil {
			out = append(out, Row{Kind: "padding", Label: "padding", Offset: l.Begin, Size: l.Bytes})
			continue
		}
		j := l.Of.row(l.Row, l.At)
		j.Offset = l.Begin
		if l.Inside != nil {
			j.Rows = rows(l.Inside)
		}
		out = append(out, j)
	}
	return out
}

func (c *Coroutine) row(r *framereport.Row, number int) Row {
	j := Row{Row: &number, Kind: r.Kind.String(), Label: c.Name(r), What: c.What(r), Offset: r.Offset, Size: r.Size,
		Align: r.Align, Name: r.Name, Type: r.Type, FrameOf: r.FrameOf,
		Rule: r.Rule.Word(), Why: c.Why(r), Live: r.Live, Shares: r.Sharing,
		Defined: c.known(r.Def), Used: c.known(r.Use)}
	if j.Name == "" {
		j.Name = c.defined(r.Def.Pos)
	}
	if v := r.Var; v != nil {
		j.Variable = &Variable{v.Name, v.Type, source(remark.Loc{File: v.Loc.File, Dir: v.Loc.Dir, Sum: v.Loc.Sum,
			Line: v.Loc.Line}), v.Parameter, v.Of, v.Address, v.OneOf, v.From, v.To}
	}
	for n := range r.Keepers {
		k := &r.Keepers[n]
		kj := Keeper{At: c.place(k.Place), Instruction: OneLine(k.Instr), Callee: k.Callee}
		if k.Call {
			kj.Argument, kj.Declared = &k.Arg, declared(k.Decl)
		}
		j.Keepers = append(j.Keepers, kj)
	}
	if r.Fix != nil {
		j.Fix = &Fix{r.Fix.Saves, append([]int{}, r.Fix.Over...), r.Fix.NoEscape, r.Fix.EndScope, r.Fix.Align, c.Fix(r)}
	}
	return j
}

// Source is a place in the source.
type Source struct {
	File   string `json:"file"`
	Dir    string `json:"-"` // directory that a relative File refers to
	Sum    string `json:"-"` // checksum of the file in hexadecimal; "" for none
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// String formats a place as file:line, or as file if the line is unknown.
func (s Source) String() string {
	if s.File == "" || s.Line == 0 {
		return s.File
	}
	return s.File + ":" + strconv.Itoa(s.Line)
}

func declared(d framereport.Decl) *Decl {
	if d.Loc.Line == 0 {
		return nil
	}
	return &Decl{d.Name, d.Param, source(d.Loc)}
}

func source(l remark.Loc) *Source {
	if l.Line == 0 {
		return nil
	}
	return &Source{l.File, l.Dir, l.Sum, l.Line, l.Col}
}
