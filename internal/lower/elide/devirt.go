// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file implements coro-devirt: a call of a continuation becomes direct if only one function
// can be the callee. The ramp of a split returned-continuation coroutine returns a continuation,
// and each continuation returns the next. The return instructions show which. The pass follows sets
// of continuations through phis, also around loops. Such a set may contain null, because no code
// calls a null continuation.
//
// What a function returns is known only if no other definition can replace it. The continuation
// itself may be replaceable: a call by its name is the same as a call through its address.
//
// The pass does not follow continuations through functions that forward them, or through memory. It
// does not compare a continuation with several functions to branch between them, does not change
// other indirect calls, and does not inline.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
)

// maxConts bounds the set of continuations of one value. A value with more may be anything.
const maxConts = 8

// conts is the set of continuations that a value, or its first element, may be, in the order in
// which they were found. If the set is empty, the value is null or never computed.
type conts struct {
	list  []*ir.Func
	any   bool     // it may be anything
	inner *ir.Func // if any is set because another definition may replace a function: that function
}

// add adds t to s and reports whether s changed.
func (s *conts) add(t conts) bool {
	if s.any {
		return false
	}
	if t.any {
		*s = conts{any: true, inner: t.inner}
		return true
	}
	n := len(s.list)
	for _, f := range t.list {
		if !slices.Contains(s.list, f) {
			s.list = append(s.list, f)
		}
	}
	if len(s.list) > maxConts {
		*s = conts{any: true}
		return true
	}
	return len(s.list) > n
}

// Devirtualise runs coro-devirt on one loaded function.
func (c *State) Devirtualise(f *ir.Func) (bool, error) {
	if f.Declared || f.HasAttr("optnone") || f.HasAttr("null_pointer_is_valid") {
		return false, nil
	}
	fl := &contFlow{c: c, known: map[*ir.Instr]*conts{}, users: map[*ir.Instr][]*ir.Instr{}}
	var calls []*ir.Instr
	for i := range f.Instrs() {
		if i.IsCall() && i.Op != ir.OpCallBr && ir.AsInstr(i.Callee()) != nil {
			calls = append(calls, i)
		}
	}
	for _, call := range calls {
		fl.ask(ir.AsInstr(call.Callee()))
	}
	fl.settle()
	changed := false
	for _, call := range calls {
		changed = c.direct(call, fl.known[ir.AsInstr(call.Callee())]) || changed
	}
	if changed {
		f.Changed = true
	}
	return changed, c.M.Err
}

// direct makes a call direct if its pointer can be only one continuation.
func (c *State) direct(call *ir.Instr, to *conts) bool {
	switch {
	case to.any && to.inner != nil:
		c.reportMissed(call, "@"+to.inner.Name+", which returns it, may be replaced by another definition")
		return false
	case to.any || len(to.list) == 0 || !allParts(to.list):
		return false
	case len(to.list) > 1:
		var names []string
		for _, g := range to.list {
			names = append(names, "@"+g.Name)
		}
		slices.Sort(names)
		c.reportMissed(call, "it may be any of "+strings.Join(names, ", "))
		return false
	}
	g, aux := to.list[0], call.Call()
	if aux.FTy != g.FTy || aux.CC != g.CC || call.Callee().Type().AddrSpace() != g.Type().AddrSpace() ||
		pointerBundle(call) {
		c.reportMissed(call, "@"+g.Name+" has another type or calling convention, or the call has operand bundles "+
			"about the pointer")
		return false
	}
	old := call.Callee()
	call.SetCallee(g)
	call.SetMeta("callees", nil) // only valid on indirect calls
	call.SetMeta("prof", nil)
	opt.DeleteDead(c.M, old)
	c.Direct++
	c.Remarks.Add(remark.Remark{Kind: remark.Passed, Pass: devirtPass, Name: "CoroDevirt", Function: call.Func().Name,
		Loc: debuginfo.InstrLoc(c.M, call),
		Args: remark.Words("'", remark.Arg{Key: "callee", Val: g.Name, Loc: debuginfo.FuncLoc(c.M, g)},
			"' called directly in '", remark.Named("caller", call.Func().Name), "'")})
	return true
}

const devirtPass = "coro-devirt"

// reportMissed adds a remark about a call that stays indirect, once for each call: a pipeline may
// run the pass again.
func (c *State) reportMissed(call *ir.Instr, why string) {
	if c.Remarks == nil || c.remarked[call] {
		return
	}
	ir.Put(&c.remarked, call, true)
	c.Remarks.Add(remark.Remark{Kind: remark.Missed, Pass: devirtPass, Name: "CoroDevirt", Function: call.Func().Name,
		Loc: debuginfo.InstrLoc(c.M, call),
		Args: remark.Words("continuation not called directly in '", remark.Named("caller", call.Func().Name), "': ",
			remark.Named("reason", why))})
}

// pointerBundle reports whether a bundle of a call describes the called pointer. A direct call
// cannot have one.
func pointerBundle(call *ir.Instr) bool {
	return slices.ContainsFunc(call.Call().Bundles, func(b ir.Bundle) bool {
		return b.Tag == "ptrauth" ||
			b.Tag == "kcfi"
	})
}

// contFlow computes the continuations that values of one function may be. It starts with empty sets
// and adds sources until a fixed point.
type contFlow struct {
	c       *State // nil: callees are unknown
	known   map[*ir.Instr]*conts
	users   map[*ir.Instr][]*ir.Instr // the instructions that depend on one
	changed []*ir.Instr
}

// ask adds a value, and all values that it depends on, to the computation.
func (fl *contFlow) ask(v *ir.Instr) {
	work := []*ir.Instr{v}
	for len(work) > 0 {
		i := ir.Pop(&work)
		if fl.known[i] != nil {
			continue
		}
		fl.known[i] = &conts{}
		fl.changed = append(fl.changed, i)
		for _, from := range fl.sources(i) {
			if d := ir.AsInstr(from); d != nil {
				fl.users[d] = append(fl.users[d], i)
				work = append(work, d)
			}
		}
	}
}

// settle propagates the sets until a fixed point.
func (fl *contFlow) settle() {
	// Except in loops, the last values do not depend on earlier ones.
	for len(fl.changed) > 0 {
		i := ir.Pop(&fl.changed)
		if fl.known[i].add(fl.of(i)) {
			fl.changed = append(fl.changed, fl.users[i]...)
		}
	}
}

// sources returns the values that an instruction's set depends on.
func (fl *contFlow) sources(i *ir.Instr) []ir.Value {
	switch i.Op {
	case ir.OpBitCast:
		return []ir.Value{i.Arg(0)}
	case ir.OpExtractValue, ir.OpInsertValue:
		idx := i.Aux.(*ir.IndexAux).Indices
		switch first := len(idx) == 1 && idx[0] == 0; {
		case i.Op == ir.OpExtractValue && first, i.Op == ir.OpInsertValue && idx[0] != 0:
			return []ir.Value{i.Arg(0)}
		case first:
			return []ir.Value{i.Arg(1)}
		}
	case ir.OpPhi:
		return i.Operands(0)
	case ir.OpSelect:
		return i.Operands(1)
	case ir.OpCall, ir.OpInvoke:
		switch {
		case ir.CoroCall(i) == ir.CoroPrepareRetcon:
			return []ir.Value{i.Arg(0)}
		case fl.c != nil:
			return []ir.Value{i.Callee()}
		}
	}
	return nil
}

// of returns the set of an instruction, computed from the current sets of its sources.
func (fl *contFlow) of(i *ir.Instr) conts {
	from := fl.sources(i)
	if len(from) == 0 {
		return conts{any: true}
	}
	var all conts
	for _, v := range from {
		all.add(fl.value(v))
	}
	if !i.IsCall() || all.any || ir.CoroCall(i) == ir.CoroPrepareRetcon {
		return all
	}
	var given conts
	for _, g := range all.list {
		given.add(fl.c.gives(g))
	}
	return given
}

// value returns the set of any value.
func (fl *contFlow) value(v ir.Value) conts {
	switch v := v.(type) {
	case *ir.Instr:
		return *fl.known[v]
	case *ir.Func:
		return conts{list: []*ir.Func{v}}
	case *ir.Const:
		switch {
		case v.Kind == ir.ConstNull, v.Kind == ir.ConstPoison, v.Kind == ir.ConstUndef, v.Kind == ir.ConstZero:
			return conts{}
		case v.Kind == ir.ConstStruct && len(v.Elems) > 0:
			return fl.value(v.Elems[0])
		case v.Kind == ir.ConstExpr && v.Op == ir.OpBitCast:
			return fl.value(v.Elems[0])
		}
	}
	return conts{any: true}
}

// gives returns the set of the result of a function, or of the first element of the result.
func (c *State) gives(f *ir.Func) conts {
	if s, ok := c.given[f]; ok {
		return s
	}
	if f.Declared || !f.Loaded() || ir.IsPresplit(c.M, f) {
		return conts{any: true} // later passes may know more
	}
	fl := &contFlow{known: map[*ir.Instr]*conts{}, users: map[*ir.Instr][]*ir.Instr{}}
	var returned []ir.Value
	for b := f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t.Op == ir.OpRet && t.NumArgs() > 0 {
			returned = append(returned, t.Arg(0))
			if i := ir.AsInstr(t.Arg(0)); i != nil {
				fl.ask(i)
			}
		}
	}
	fl.settle()
	var s conts
	for _, v := range returned {
		s.add(fl.value(v))
	}
	if !s.any && !f.Exact() {
		now := conts{any: true}
		if len(s.list) > 0 && allParts(s.list) {
			now.inner = f
		}
		s = now
	}
	ir.Put(&c.given, f, s)
	return s
}

// allParts reports whether all functions are parts that were split off coroutines.
func allParts(list []*ir.Func) bool {
	return !slices.ContainsFunc(list, func(f *ir.Func) bool { return !f.New || f.After == nil })
}
