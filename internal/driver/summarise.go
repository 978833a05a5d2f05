// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

// Summaries of functions, from file to file: the run computes summaries of this file's functions
// (Options.Summarise) and reads those of other files (elide.Options.Summaries).
//
// Each summarised function gets a symbol whose name contains a hash of the summary. A file that is
// compiled with the summary refers to the symbol. If the function has changed since, the program
// does not link, instead of running with a frame in the wrong place:
//
//	ld.lld: error: undefined hidden symbol: corolower.summary.drive.8a0c...

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/summary"
)

// summaryChunk is the number of definitions that one unit summarises. Neighbours often call the
// same small functions.
const summaryChunk = 256

// importSummaries accepts the summaries of other files if they have the same target and data
// layout. It returns warnings about summaries that it ignores.
func (r *run) importSummaries(layout string) ir.ErrorList {
	t := r.o.Elide.Summaries
	if t == nil {
		return nil
	}
	var list ir.ErrorList
	note := func(text string) {
		e := ir.Errorf(0, "%s", text)
		e.Severity = ir.SevWarning
		list = append(list, e)
	}
	for _, n := range t.Notes {
		note(n)
	}
	why := ""
	switch {
	case len(t.Funcs()) == 0:
		return list
	case r.file.TypedPtrs:
		why = "the file has typed pointers"
	case t.Triple != r.triple:
		why = fmt.Sprintf("they are for target '%s', but the file is for '%s'", t.Triple, r.triple)
	case t.Layout != layout:
		why = "their data layout differs"
	}
	if why == "" {
		r.summaries = t
		return list
	}
	note("ignoring the summaries: " + why)
	return list
}

// summarise computes the summaries of the file's functions, if requested, and adds their symbols to
// the output.
func (r *run) summarise(res *Result) error {
	var list []*summary.Func
	if r.o.Summarise {
		res.Summaries = &summary.Table{Triple: r.triple, Layout: r.layoutText}
	}
	if r.o.Summarise && !r.file.TypedPtrs {
		var defs []*parse.Item
		for i := range r.file.Items {
			if it := &r.file.Items[i]; it.Kind == parse.ItemDefine && symbolOK(it.Name) {
				defs = append(defs, it)
			}
		}
		var err error
		if list, err = r.summariesOf(res, defs, summaryChunk); err != nil {
			return err
		}
		if r.o.Report.VerifyEach {
			if err := r.proveSummaries(res, defs, list); err != nil {
				return err
			}
		}
		for _, f := range list {
			res.Summaries.Add(f)
		}
	}
	r.linkSummaries(res, list)
	return nil
}

// symbolOK reports whether a name can be part of another symbol's name.
func symbolOK(name string) bool { return name != "" && !strings.ContainsAny(name, "\x00\x01\"\\") }

// summariesOf returns the summaries of definitions, in their order. Each unit summarises chunk
// definitions, and the units are independent.
func (r *run) summariesOf(res *Result, defs []*parse.Item, chunk int) ([]*summary.Func, error) {
	made := make([]*summary.Func, len(defs))
	failed := make([]ir.ErrorList, (len(defs)+chunk-1)/chunk)
	var next atomic.Int64
	r.inParallel(len(failed), res, func(j *job) {
		for k := int(next.Add(1)) - 1; k < len(failed); k = int(next.Add(1)) - 1 {
			from, to := k*chunk, min((k+1)*chunk, len(defs))
			failed[k] = r.summariseUnit(j, defs[from:to], made[from:to])
		}
	})
	if errs := slices.Concat(failed...); len(errs) > 0 {
		return nil, errs
	}
	return slices.DeleteFunc(made, func(f *summary.Func) bool { return f == nil }), nil
}

// summariseUnit computes the summaries of some definitions. It returns errors, which only a bug in
// this program causes.
func (r *run) summariseUnit(j *job, defs []*parse.Item, made []*summary.Func) ir.ErrorList {
	j.begin()
	u := &unit{item: defs[0], group: true, job: j}
	r.load(u)
	for k, it := range defs {
		u.at = it
		r.guard(u, "(summary)", func() {
			f, err := u.m.Func(it.Name)
			if err != nil || f == nil || !summary.Believed(f) {
				u.m.Err = nil
				return // the unit that lowers it reports the error
			}
			if made[k] = u.elide.Summary(f); made[k] != nil {
				made[k].Body = summary.HashBody(r.file.Source(it))
			}
		})
	}
	j.arena.Reset()
	return u.findings
}

// proveSummaries computes each summary again, in a unit of its own, and reports an error if it
// differs.
func (r *run) proveSummaries(res *Result, defs []*parse.Item, list []*summary.Func) error {
	again, err := r.summariesOf(res, defs, 1)
	if err != nil {
		return err
	}
	for k, f := range list {
		if k >= len(again) || !f.Equal(again[k]) || f.Body != again[k].Body {
			return ir.ErrorList{internalError(ir.PosAt(r.file.Item(f.Name).Head),
				"the summary of %s depends on earlier queries", quoteFunc(f.Name))}
		}
	}
	return nil
}

// linkSummaries adds the symbols of the file's own summaries to the output, and references to the
// symbols of the summaries that the run read.
func (r *run) linkSummaries(res *Result, own []*summary.Func) {
	var b bytes.Buffer
	for _, f := range own {
		fmt.Fprintf(&b, "@%s = hidden constant i8 0\n", strings.TrimSpace(ir.QuoteName(f.Symbol())))
	}
	var used []string
	if r.summaries != nil && (r.mentions || r.o.Summarise) {
		for i := range r.file.Items {
			it := &r.file.Items[i]
			if it.Kind != parse.ItemDeclare || !symbolOK(it.Name) {
				continue
			}
			if f := r.summaries.Func(it.Name); f != nil {
				name := "@" + strings.TrimSpace(ir.QuoteName(f.Symbol()))
				fmt.Fprintf(&b, "%s = external hidden constant i8\n", name)
				used = append(used, "ptr "+name)
			}
		}
	}
	if len(used) > 0 {
		const list = "@corolower.summaries"
		fmt.Fprintf(&b, "%s = private constant [%d x ptr] [%s]\n", list, len(used), strings.Join(used, ", "))
		if r.file.Item("llvm.used") == nil {
			fmt.Fprintf(&b, "@llvm.used = appending global [1 x ptr] [ptr %s], section \"llvm.metadata\"\n", list)
		} else {
			text := keepUsed(res.Bytes(), list)
			res.pieces = nil
			res.pieces.bytes(text)
		}
	}
	if b.Len() > 0 {
		res.pieces.endLine()
		res.pieces.bytes(b.Bytes())
	}
}

// keepUsed adds a global to @llvm.used, which lists the symbols that the linker keeps.
func keepUsed(text []byte, global string) []byte {
	head := []byte("@llvm.used = appending global [")
	at := bytes.Index(text, head)
	if at < 0 {
		return text
	}
	rest := text[at+len(head):]
	n, _ := strconv.Atoi(string(rest[:max(bytes.IndexByte(rest, ' '), 0)]))
	open := bytes.Index(rest, []byte("] ["))
	if n <= 0 || open < 0 {
		return text
	}
	out := append([]byte(nil), text[:at+len(head)]...)
	out = fmt.Appendf(out, "%d x ptr] [ptr %s, ", n+1, global)
	return append(out, rest[open+len("] ["):]...)
}
