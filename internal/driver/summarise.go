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
	"regexp"
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
	for _, n := range t.Notes {
		list = append(list, ir.Warningf(0, "%s", n))
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
	return append(list, ir.Warningf(0, "ignoring the summaries: %s", why))
}

// summarise computes the summaries of the file's functions, if requested.
func (r *run) summarise(res *Result) ir.ErrorList {
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
		list, errs := r.summariesOf(res, defs, summaryChunk)
		if errs == nil && r.o.Report.VerifyEach {
			errs = r.proveSummaries(res, defs, list)
		}
		if errs != nil {
			return errs
		}
		r.rests = map[string][]string{}
		for _, m := range list {
			res.Summaries.Add(m.Func)
			r.summarised = append(r.summarised, m.Func)
			if len(m.rests) > 0 {
				r.rests[m.Name] = m.rests
			}
		}
	}
	return nil
}

// made is a summary, with the names of the functions whose bodies it rests on, if the function must call
// private copies of some of them.
type made struct {
	*summary.Func
	rests []string
}

// restingUnit returns a unit of the functions whose summaries rest on private copies and that are in no
// other unit; nil if there are none. No pass runs on it.
func (r *run) restingUnit(units []*unit) *unit {
	known := map[string]bool{}
	for _, u := range units {
		for _, mem := range u.members {
			known[mem.item.Name] = true
		}
	}
	rest := &unit{number: len(units), resting: true}
	for i := range r.file.Items {
		if it := &r.file.Items[i]; it.Kind == parse.ItemDefine && len(r.rests[it.Name]) > 0 && !known[it.Name] {
			rest.members = append(rest.members, &member{item: it})
		}
	}
	if len(rest.members) == 0 {
		return nil
	}
	rest.item = rest.members[0].item
	return rest
}

// restOn records what the summary of a member rests on.
func (u *unit) restOn(mem *member) {
	var list []*ir.Func
	for _, name := range u.r.rests[mem.item.Name] {
		if f, err := u.m.Func(name); err == nil && f != nil && u.bodies.Body(f) {
			list = append(list, f)
		}
	}
	u.elide.RestOn(list)
}

// symbolOK reports whether a name can be part of another symbol's name.
func symbolOK(name string) bool { return name != "" && !strings.ContainsAny(name, "\x00\x01\"\\") }

// summariesOf returns the summaries of definitions, in their order. Each unit summarises chunk
// definitions, and the units are independent.
func (r *run) summariesOf(res *Result, defs []*parse.Item, chunk int) ([]made, ir.ErrorList) {
	list := make([]made, len(defs))
	failed := make([]ir.ErrorList, (len(defs)+chunk-1)/chunk)
	var next atomic.Int64
	r.inParallel(len(failed), res, func(j *job) {
		for k := int(next.Add(1)) - 1; k < len(failed); k = int(next.Add(1)) - 1 {
			from, to := k*chunk, min((k+1)*chunk, len(defs))
			failed[k] = r.summariseUnit(j, defs[from:to], list[from:to])
		}
	})
	if errs := slices.Concat(failed...); len(errs) > 0 {
		return nil, errs
	}
	return slices.DeleteFunc(list, func(m made) bool { return m.Func == nil }), nil
}

// summariseUnit computes the summaries of some definitions. It returns errors, which only a bug in
// this program causes.
func (r *run) summariseUnit(j *job, defs []*parse.Item, list []made) ir.ErrorList {
	j.begin()
	u := &unit{item: defs[0], group: true, job: j}
	r.load(u)
	for k, it := range defs {
		u.at = it
		r.guard(u, "(summary)", func() {
			f, err := u.m.Func(it.Name)
			if err != nil || f == nil || !summary.Believed(f, r.o.Bound) {
				u.m.Err = nil
				return // the unit that lowers it reports the error
			}
			sum, rests := u.elide.Summary(f)
			if sum == nil {
				return
			}
			sum.Body = summary.HashBody(r.file.Source(it))
			list[k].Func = sum
			for _, g := range rests {
				list[k].rests = append(list[k].rests, g.Name)
			}
		})
	}
	j.arena.Reset()
	return u.findings
}

// proveSummaries computes each summary again, in a unit of its own, and reports an error if it
// differs.
func (r *run) proveSummaries(res *Result, defs []*parse.Item, list []made) ir.ErrorList {
	again, errs := r.summariesOf(res, defs, 1)
	if errs != nil {
		return errs
	}
	for k, f := range list {
		if k >= len(again) || !f.Equal(again[k].Func) || f.Body != again[k].Body {
			return ir.ErrorList{internalError(ir.PosAt(r.file.Item(f.Name).Head),
				"the summary of %s depends on earlier queries", quoteFunc(f.Name))}
		}
	}
	return nil
}

// summaryLinks are the changes of the output for the symbols of summaries.
type summaryLinks struct {
	edits map[int][]byte // the new text of items of the file
	added []byte         // text at the end of the file
}

// linkSummaries prepares the symbols of the file's own summaries, and references to the symbols of
// the summaries that the run read. The file has some of them if an earlier run wrote it.
func (r *run) linkSummaries(own []*summary.Func) error {
	l := &r.links
	var b bytes.Buffer
	for _, f := range own {
		line := fmt.Sprintf("@%s = hidden constant i8 0\n", strings.TrimSpace(ir.QuoteName(f.Symbol())))
		was, err := r.declares(f.Symbol())
		switch {
		case err != nil:
			return err
		case was != nil && was.Declared: // the function was added to a file that called it
			l.edit(r.file.Index(f.Symbol()), []byte(line))
		case was == nil:
			b.WriteString(line)
		}
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
				if r.file.Item(f.Symbol()) == nil {
					fmt.Fprintf(&b, "%s = external hidden constant i8\n", name)
				}
				used = append(used, "ptr "+name)
			}
		}
	}
	if len(used) > 0 {
		list := "corolower.summaries"
		for n := 1; r.file.HasSymbol(list); n++ {
			list = fmt.Sprintf("corolower.summaries.%d", n)
		}
		fmt.Fprintf(&b, "@%s = private constant [%d x ptr] [%s]\n", list, len(used), strings.Join(used, ", "))
		if it := r.file.Item("llvm.used"); it == nil {
			fmt.Fprintf(&b, "@llvm.used = appending global [1 x ptr] [ptr @%s], section \"llvm.metadata\"\n", list)
		} else {
			text, err := r.keepUsed(it, list)
			if err != nil {
				return err
			}
			l.edit(r.file.Index("llvm.used"), text)
		}
	}
	l.added = b.Bytes()
	return nil
}

// declares returns the variable of a name in the file; nil: there is none.
func (r *run) declares(name string) (*ir.Global, error) {
	if !r.file.HasSymbol(name) {
		return nil, nil
	}
	v, err := r.file.NewUnit().Lookup(name)
	g, _ := v.(*ir.Global)
	return g, err
}

func (l *summaryLinks) edit(item int, text []byte) {
	ir.Put(&l.edits, item, text)
}

// apply replaces the items of the file that change.
func (l *summaryLinks) apply(m *merger) {
	for item, text := range l.edits {
		m.edit(item).text = text
	}
}

// append adds the new symbols to the output.
func (l *summaryLinks) append(to *pieces) {
	if len(l.added) > 0 {
		to.endLine()
		to.bytes(l.added)
	}
}

// usedList matches a definition of @llvm.used up to its first element.
var usedList = regexp.MustCompile(`^([^\[]*\[)\s*([0-9]+)(\s+x\s[^\]]*\]\s*\[)`)

// keepUsed returns the definition of @llvm.used, which lists the symbols that the linker keeps, with
// one more global.
func (r *run) keepUsed(it *parse.Item, global string) ([]byte, error) {
	var text []byte
	r.file.Uncommented(it.Head, it.End, func(part []byte) { text = append(text, part...) })
	at := usedList.FindSubmatchIndex(text)
	if at == nil {
		return nil, ir.Errorf(ir.PosAt(it.Head), "@llvm.used is not an array of symbols, so @%s cannot be added", global)
	}
	n, err := strconv.Atoi(string(text[at[4]:at[5]]))
	if err != nil {
		return nil, ir.Errorf(ir.PosAt(it.Head), "@llvm.used has too many elements")
	}
	out := append([]byte(nil), text[:at[3]]...)
	out = fmt.Appendf(out, "%d%sptr @%s, ", n+1, text[at[6]:at[7]], global)
	return append(out, text[at[1]:]...), nil
}
