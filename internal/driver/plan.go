// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"bytes"
	"sort"
	"sync"

	"github.com/corolower/corolower/internal/callgraph"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
)

// This file decides which functions of the file a run processes and which of them share a unit.
// Units are independent and run in parallel, so a pass that uses facts of another function needs
// both in one unit:
//
//   - Without such a pass, each function that the passes process is a unit.
//   - With such a pass in coro-cgscc(...), coroutines and the functions that create them share a
//     unit if one names the other. A unit reads the body of another function if it looks through a
//     call of it, and does not change that function.
//   - With such a pass elsewhere, the whole file is one unit.

// batchSize is the size of functions' text, in bytes, up to which unrelated sets of functions are
// joined into one unit. A joined unit prepares the body of an inline candidate once for all its
// functions.
const batchSize = 128 << 10

// makerSize is the size of a function's text, in bytes, up to which the function may be an inline
// candidate that creates a coroutine and returns it, so that its callers count as creators too.
// Code of clang without optimisation, with debug info, takes about 100 bytes an instruction.
const makerSize = 16 << 10

// sharing describes which functions share a unit.
type sharing uint8

const (
	shareNone sharing = iota
	shareCreators
	shareAll
)

// member is one definition of the file in a unit, with the functions that passes derived from it.
type member struct {
	item  *parse.Item
	no    int  // in the call graph, if the unit is a group
	coro  bool // its text mentions coroutines
	f     *ir.Func
	funcs []*ir.Func // f, and the functions that were split off
	// callers are the other members that name it.
	callers []*member
	// inCycle: a cycle of calls may lead through it and other members.
	inCycle bool
}

// plan builds the units.
func (r *run) plan() []*unit {
	if r.sharing == shareAll || r.sharing == shareCreators && parse.MentionsCoro(r.file.Text) {
		r.calls = callgraph.New(r.file)
	}
	if r.sharing == shareAll {
		if whole := r.calls.Whole(); whole != nil {
			return []*unit{r.groupUnit(whole)}
		}
		return nil
	}
	var units []*unit
	shared := map[*parse.Item]bool{}
	if r.calls != nil {
		for _, gr := range r.batched(r.calls.Creators(makerSize)) {
			u := r.groupUnit(gr)
			units = append(units, u)
			for _, m := range u.members {
				shared[m.item] = true
			}
		}
	}
	for _, it := range r.needed() {
		if !shared[it] {
			shared[it] = true
			units = append(units, alone(member{item: it, coro: r.o.CheckOnly || r.file.HasCoro(it) || r.transfers(it) ||
				r.readsSizes(it)}))
		}
	}
	for i := range r.file.Items {
		if it := &r.file.Items[i]; r.file.CallsDebug(it) && !shared[it] {
			u := alone(member{item: it})
			u.upgrade = true
			units = append(units, u)
		}
	}
	sort.SliceStable(units, func(i, j int) bool { return units[i].item.Start < units[j].item.Start })
	for k, u := range units {
		u.number = k
	}
	return units
}

// alone builds a unit of one member, in one allocation because most files have thousands of such
// units.
func alone(m member) *unit {
	one := &struct {
		unit
		member
		members [1]*member
		sccs    [1][]*member
	}{member: m}
	one.members[0] = &one.member
	u := &one.unit
	u.item, u.members = m.item, one.members[:]
	one.sccs[0] = u.members
	u.sccs = one.sccs[:]
	return u
}

// groupUnit builds the unit of a group.
func (r *run) groupUnit(gr *callgraph.Group) *unit {
	u := &unit{group: true}
	made := make([]*member, len(gr.Members))
	for _, k := range gr.Owned() {
		no := gr.Members[k].No
		it := &r.file.Items[no]
		made[k] = &member{item: it, no: no, coro: r.file.HasCoro(it) || r.sharing == shareAll && (r.transfers(it) ||
			r.readsSizes(it))}
		u.members = append(u.members, made[k])
	}
	u.item = u.members[0].item
	for _, k := range gr.Owned() {
		for _, c := range gr.Members[k].Callers {
			if made[c] != nil {
				made[k].callers = append(made[k].callers, made[c])
			}
		}
	}
	for _, scc := range gr.Components(r.file) {
		list := make([]*member, len(scc))
		for n, k := range scc {
			list[n] = made[k]
			made[k].inCycle = len(scc) > 1
		}
		u.sccs = append(u.sccs, list)
	}
	return u
}

// needed returns the definitions that the steps process.
func (r *run) needed() []*parse.Item {
	var out []*parse.Item
	if len(r.steps) == 0 && !r.o.CheckOnly {
		return nil
	}
	if !r.whole && !parse.MentionsCoro(r.file.Text) && !bytes.Contains(r.file.Text, []byte("presplit")) && !r.parts {
		return nil
	}
	creators := r.creators()
	for i := range r.file.Items {
		it := &r.file.Items[i]
		if it.Kind == parse.ItemDefine && (r.whole || r.file.HasCoro(it) || r.transfers(it) || r.readsSizes(it) || creators[it]) {
			out = append(out, it)
		}
	}
	return out
}

// creators returns the functions that name a coroutine, if the run only checks: the rules look for
// mistakes with its handle.
func (r *run) creators() map[*parse.Item]bool {
	if !r.o.CheckOnly || !parse.MentionsCoro(r.file.Text) {
		return nil
	}
	list := map[*parse.Item]bool{}
	calls := callgraph.New(r.file)
	for k := range r.file.Items {
		if r.file.IsCoroutine(&r.file.Items[k]) {
			for _, it := range calls.Namers(k) {
				list[it] = true
			}
		}
	}
	return list
}

// batched joins neighbouring groups while their text fits into r.batch.
func (r *run) batched(groups []*callgraph.Group) []*callgraph.Group {
	out := groups[:0]
	room := 0
	for _, gr := range groups {
		need := gr.Text(r.file)
		if need > room {
			out = append(out, gr)
			room = r.batch - need
			continue
		}
		room -= need
		out[len(out)-1].Join(gr)
	}
	return out
}

// share determines which functions must share a unit for the steps of a pipeline, and whether
// general passes run on the whole file.
func (r *run) share(stages []pass.Stage) {
	continued := sync.OnceValue(func() bool { return bytes.Contains(r.file.Text, continuedID) })
	for _, stage := range stages {
		if stage.Creators {
			r.sharing = max(r.sharing, shareCreators)
		}
		var walk func(steps []pass.Step)
		walk = func(steps []pass.Step) {
			for i := range steps {
				st := &steps[i]
				if st.Pass == nil {
					walk(st.Inner)
					continue
				}
				if !r.active(st) {
					continue
				}
				d := st.Pass.Is
				r.whole = r.whole || d.Has(pass.Whole) || d.Has(pass.All) && !stage.Creators
				if (d.Has(pass.Follows) || st.Has(growBuffers)) && continued() {
					r.sharing = max(r.sharing, shareCreators)
					r.grows = r.grows || st.Has(growBuffers)
				}
				switch {
				case !d.Has(pass.Across) || !d.Has(pass.All) && !r.annotated():
				case !d.Has(pass.All):
					r.sharing = max(r.sharing, shareCreators)
				case !stage.Creators:
					r.sharing = shareAll
				}
			}
		}
		walk(stage.Steps)
	}
}
