// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// This file runs a pipeline in pass order on one goroutine, for reports that show the module
// between passes.

// passByPass runs each stage on all units before the next stage. In a stage over the module it runs
// each pass on all units before the next pass. It runs on one goroutine and holds all units in
// memory, so that dumps can show the module between passes.
func (r *run) passByPass(units []*unit, res *Result) {
	for _, u := range units {
		u.job = r.newJob(res.Times)
		u.begin()
		r.load(u)
	}
	if anyFailed(units) {
		return
	}
	p := &passByPass{r: r, units: units, rep: &pass.Reporter{Opts: &r.o.Report, W: r.o.Log}}
	p.module = &pass.Subject{Text: func() []byte { return r.filtered(r.moduleText(units)) }}
	if r.o.Report.ModuleScope {
		r.scope = units
	}
	p.rep.Start(p.module)
	for i := range r.stages {
		stage := &r.stages[i]
		if !stage.SCC {
			p.steps(stage, stage.Steps)
			continue
		}
		for _, u := range units {
			r.sweep(u, stage, p.rep)
		}
		if anyFailed(units) {
			return
		}
		p.others(stage.Steps)
	}
	if anyFailed(units) {
		return
	}
	for _, u := range units {
		r.print(u)
		res.Stats.Add(&u.stats)
	}
}

// passByPass is the state of a run in pass order.
type passByPass struct {
	r      *run
	units  []*unit
	rep    *pass.Reporter
	module *pass.Subject
	rest   []*pass.Subject // the definitions that are in no unit; nil until others needs them
}

func (p *passByPass) steps(stage *pass.Stage, steps []pass.Step) {
	for i := range steps {
		if st := &steps[i]; st.Pass == nil {
			p.steps(stage, st.Inner)
		} else if p.r.active(st) && !anyFailed(p.units) {
			p.step(stage, st)
		}
	}
}

// step runs a pass on all units. The reporter shows a module pass once, and another pass once for
// each function.
func (p *passByPass) step(stage *pass.Stage, st *pass.Step) {
	perModule := st.Scope == pass.Module || p.r.o.Report.ModuleScope
	var before []byte
	sub := p.rep
	if perModule {
		sub = nil
		if !p.rep.Before(st, p.module) {
			return
		}
		if p.rep.WantsBefore() {
			before = p.module.Text()
		}
	}
	if st.Pass.Is.Has(pass.Shows) {
		fmt.Fprintf(p.r.o.Log, "%s", p.module.Text())
	}
	one := &pass.Stage{SCC: stage.SCC, Creators: stage.Creators, Steps: []pass.Step{*st}}
	for _, u := range p.units {
		p.r.sweep(u, one, sub)
	}
	if perModule && !anyFailed(p.units) {
		p.rep.After(st, p.module, before)
	}
	if !perModule {
		p.others([]pass.Step{*st})
	}
}

// others reports passes on the functions that no pass here can change, because they have nothing to
// do with coroutines. opt runs its passes on them, and lines of -debug-pass-manager say so.
func (p *passByPass) others(steps []pass.Step) {
	if !p.r.o.Report.DebugManager || p.r.o.Report.Bisect {
		return
	}
	if p.rest == nil {
		p.rest = p.r.untouched(p.units)
	}
	for _, s := range p.rest {
		p.on(s, steps)
	}
}

// on reports the passes of a list on one function.
func (p *passByPass) on(s *pass.Subject, steps []pass.Step) {
	for i := range steps {
		if st := &steps[i]; st.Pass == nil {
			p.on(s, st.Inner)
		} else if p.r.active(st) {
			p.rep.Running(st, s)
		}
	}
}

// untouched returns the definitions of the file that are in no unit. It reads them for their number
// of instructions only; a definition with an error has none.
func (r *run) untouched(units []*unit) []*pass.Subject {
	own := map[*parse.Item]bool{}
	for _, u := range units {
		for _, mem := range u.members {
			own[mem.item] = true
		}
	}
	list := []*pass.Subject{}
	for i := range r.file.Items {
		it := &r.file.Items[i]
		if it.Kind != parse.ItemDefine || own[it] {
			continue
		}
		s := &pass.Subject{Func: it.Name}
		if f, err := r.file.NewUnit().Func(it.Name); err == nil && f != nil && f.Load() == nil {
			s.Size = ir.NumInstrs(f, math.MaxInt)
		}
		list = append(list, s)
	}
	return list
}

func anyFailed(units []*unit) bool {
	return slices.ContainsFunc(units, func(u *unit) bool { return u.failed })
}

// moduleText returns the text of the whole module between two passes.
func (r *run) moduleText(units []*unit) []byte {
	for _, u := range units {
		u.printer = nil // drop attributes and metadata that only an earlier state needed
		u.leaveForeign()
		u.text = newUnitText(u)
		u.printer = nil
	}
	pieces, err := r.merge(units, false)
	if err != nil {
		return []byte("; " + err.Error() + "\n")
	}
	res := Result{pieces: pieces}
	return res.Bytes()
}

// filtered returns only the functions that -filter-print-funcs names, without the rest of the module.
func (r *run) filtered(text []byte) []byte {
	o := &r.o.Report
	if len(o.Filter) == 0 || o.ModuleScope || slices.Contains(o.Filter, "*") {
		return text
	}
	f, err := parse.Scan(r.file.Name, text)
	if err != nil {
		return text
	}
	var out []byte
	for k := range f.Items {
		it := &f.Items[k]
		if (it.Kind == parse.ItemDefine || it.Kind == parse.ItemDeclare) && slices.Contains(o.Filter, it.Name) {
			out = append(append(out, bytes.TrimSpace(f.Source(it))...), '\n')
		}
	}
	return out
}
