package main

import (
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/remark"
)

// This file spells frames for programs. What is not known is left out; docs/frames.md describes the keys.

type jsonAt struct {
	Line   int         `json:"line,omitempty"` // in the IR
	Column int         `json:"column,omitempty"`
	Source *jsonSource `json:"source,omitempty"`
}

// jsonCoroutine is what every explanation of a coroutine begins with.
type jsonCoroutine struct {
	File string `json:"file"`
	jsonAt
	Function  string `json:"function"`
	Demangled string `json:"demangled,omitempty"`
	Pipeline  string `json:"pipeline"`
	ABI       string `json:"abi"`
}

type jsonFrame struct {
	jsonCoroutine
	Size      int64         `json:"frame_size"`
	Align     int64         `json:"align"`
	Padding   int64         `json:"padding"`
	Shares    bool          `json:"shares_storage"`
	NotShared string        `json:"shares_not,omitempty"`
	Suspends  []jsonSuspend `json:"suspends"`
	Rows      []jsonRow     `json:"rows"`
}

type jsonSuspend struct {
	jsonAt
	Final bool   `json:"final,omitempty"`
	ID    string `json:"id,omitempty"`
	Bytes int64  `json:"bytes"`
	Live  []int  `json:"live"` // numbers of rows by offset
}

type jsonVariable struct {
	Name      string      `json:"name"`
	Type      string      `json:"type,omitempty"`
	Source    *jsonSource `json:"source,omitempty"`
	Parameter bool        `json:"parameter,omitempty"`
	Of        string      `json:"of,omitempty"`
	Address   bool        `json:"address,omitempty"`
	OneOf     bool        `json:"one_of_its_values,omitempty"`
	From      int64       `json:"from,omitempty"`
	To        int64       `json:"to,omitempty"`
}

type jsonKeeper struct {
	jsonAt
	Instruction string `json:"instruction"`
	Callee      string `json:"callee,omitempty"`
	Argument    *int   `json:"argument,omitempty"`
}

type jsonMend struct {
	Saves    int64  `json:"saves"`
	Over     []int  `json:"live_only_so"` // numbers of suspends
	NoEscape bool   `json:"noescape,omitempty"`
	EndScope bool   `json:"end_scope,omitempty"`
	Hint     string `json:"hint"`
}

type jsonRow struct {
	Row      *int          `json:"row,omitempty"` // number by offset; none: padding
	Kind     string        `json:"kind"`
	Offset   int64         `json:"offset"`
	Size     int64         `json:"size"`
	Align    int64         `json:"align,omitempty"`
	Name     string        `json:"name,omitempty"`
	Type     string        `json:"type,omitempty"`
	Variable *jsonVariable `json:"variable,omitempty"`
	FrameOf  string        `json:"frame_of,omitempty"`
	Rule     string        `json:"rule,omitempty"`
	Why      string        `json:"why,omitempty"`
	Defined  *jsonAt       `json:"defined,omitempty"`
	Used     *jsonAt       `json:"used,omitempty"`
	Live     []int         `json:"live_over,omitempty"` // numbers of suspends
	Shares   []int         `json:"shares_with,omitempty"`
	Keepers  []jsonKeeper  `json:"may_keep_address,omitempty"`
	Mend     *jsonMend     `json:"mend,omitempty"`
	Rows     []jsonRow     `json:"rows,omitempty"` // of the frame that lies there
}

// framesJSON is the explanation for programs: an array of objects, one a coroutine.
func framesJSON(list []*coroFrame, fl *explainFrameFlags) []byte {
	out := make([]jsonFrame, 0, len(list))
	for _, c := range list {
		j := c.json(&fl.explainFlags)
		j.Rows = jsonRows(c.lines(0, fl.sort, 0))
		out = append(out, j)
	}
	return diag.Encode(out)
}

// json spells a coroutine, but for its rows.
func (c *coroFrame) json(fl *explainFlags) jsonFrame {
	padding, _ := c.count()
	j := jsonFrame{jsonCoroutine: jsonCoroutine{File: c.file.Name, jsonAt: c.jsonAt(c.Place), Function: c.Function, Pipeline: fl.pipeline(), ABI: c.ABI}, Size: c.Size, Align: c.Align,
		Padding: padding, Shares: c.Shared, NotShared: c.NotShared, Suspends: []jsonSuspend{}}
	if d := demangled(c.Function); d != c.Function {
		j.Demangled = d
	}
	for n := range c.Suspends {
		s := &c.Suspends[n]
		j.Suspends = append(j.Suspends, jsonSuspend{c.jsonAt(s.Place), s.Final, s.ID, s.Bytes, append([]int{}, s.Live...)})
	}
	return j
}

func (c *coroFrame) jsonAt(p split.Place) jsonAt {
	at := c.file.Place(p.Pos)
	return jsonAt{at.Line, at.Col, source(p.Loc)}
}

// known gives a place, nil for none.
func (c *coroFrame) known(p split.Place) *jsonAt {
	if p == (split.Place{}) {
		return nil
	}
	at := c.jsonAt(p)
	return &at
}

func jsonRows(lines []frameLine) []jsonRow {
	out := make([]jsonRow, 0, len(lines))
	for _, l := range lines {
		if l.Row == nil {
			out = append(out, jsonRow{Kind: "padding", Offset: l.offset, Size: l.size})
			continue
		}
		j := l.of.jsonRow(l.Row, l.at)
		j.Offset = l.offset
		if l.inside != nil {
			j.Rows = jsonRows(l.inside)
		}
		out = append(out, j)
	}
	return out
}

func (c *coroFrame) jsonRow(r *split.Row, number int) jsonRow {
	j := jsonRow{Row: &number, Kind: r.Kind.String(), Offset: r.Offset, Size: r.Size, Align: r.Align, Name: r.Name, Type: r.Type, FrameOf: r.FrameOf,
		Rule: r.Rule.Word(), Why: c.why(r), Live: r.Live, Shares: r.Sharing, Defined: c.known(r.Def), Used: c.known(r.Use)}
	if j.Name == "" {
		j.Name = c.defined(r.Def.Pos)
	}
	if v := r.Var; v != nil {
		j.Variable = &jsonVariable{v.Name, v.Type, source(remark.Loc{File: v.Loc.File, Line: v.Loc.Line}), v.Parameter, v.Of, v.Address, v.OneOf, v.From, v.To}
	}
	for n := range r.Keepers {
		k := &r.Keepers[n]
		kj := jsonKeeper{jsonAt: c.jsonAt(k.Place), Instruction: oneLine(k.Instr), Callee: k.Callee}
		if k.Call {
			kj.Argument = &k.Arg
		}
		j.Keepers = append(j.Keepers, kj)
	}
	if r.Mend != nil {
		j.Mend = &jsonMend{r.Mend.Saves, append([]int{}, r.Mend.Over...), r.Mend.NoEscape, r.Mend.EndScope, c.mend(r)}
	}
	return j
}
