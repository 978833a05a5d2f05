// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// The source variable that holds a coroutine. It belongs to the function that creates the
// coroutine, and not to one that was inlined there. Debug info names it: it describes the handle
// itself, or the IR variable that the handle is stored to. A number never counts. If several
// variables hold the handle, one after another, it is the one that is declared on the line that
// creates the coroutine; if that does not decide, there is none. Variables that the compiler
// invented, such as the range of a loop, do not count.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// HolderOf returns the name of the variable of f that holds the coroutine which an instruction of f
// creates. The instruction is the call that returns the handle, or a call of a ramp. The result is
// "" if no variable is certain.
func HolderOf(m *ir.Module, f *ir.Func, creation *ir.Instr) string {
	h := holdersIn(m, f)
	if h.sp == nil {
		return ""
	}
	// a structure of one pointer may be returned as a number
	if t := creation.Type(); !t.HoldsPtr() && !t.IsInt() {
		// The result of the call holds no handle, but the memory that it writes may.
		if creation.IsCall() && creation.NumCallArgs() > 0 {
			if attrs := creation.Call().ArgAttrs; len(attrs) > 0 && attrs[0].Get(m, "sret") != nil {
				h.memory(creation.Arg(0))
			}
		}
		return h.certain(creation)
	}
	h.value(creation)
	for u := creation.FirstUse(); u != nil; u = u.Next() {
		if h.left < 0 {
			return ""
		}
		switch i := u.User(); {
		case i.Op == ir.OpPhi, i.Op == ir.OpBitCast, i.Op == ir.OpAddrSpaceCast:
			h.value(i)
		case i.Op == ir.OpStore && u.Index() == 0:
			h.memory(i.Arg(1))
		}
	}
	return h.certain(creation)
}

// VariableAt returns the name of the variable of f that debug info places at an alloca, or "" if
// none is certain. If f has no debug info, it returns the alloca's own name, which frontends derive
// from the variable's.
func VariableAt(m *ir.Module, f *ir.Func, alloca *ir.Instr) string {
	h := holdersIn(m, f)
	if h.sp == nil {
		return alloca.Name()
	}
	h.records(alloca)
	return h.certain(alloca)
}

func holdersIn(m *ir.Module, f *ir.Func) *holders {
	return &holders{m: m, sp: m.MDNode(SubprogramOf(f)), left: maxHolderRecords,
		found: map[Var]holder{}}
}

// certain returns the variable that was found, if only one is possible.
func (h *holders) certain(creation *ir.Instr) string {
	if h.left < 0 {
		return ""
	}
	m := h.m
	name, here := "", CallerLoc(m, creation).Line
	for _, v := range h.found {
		if len(h.found) > 1 && (v.line != here || here == 0) {
			continue
		}
		if name != "" {
			return ""
		}
		name = v.name
	}
	return name
}

// maxHolderRecords bounds the debug records that are examined for one creation. If there are more,
// no variable is certain.
const maxHolderRecords = 256

// holder is a variable that holds a handle.
type holder struct {
	name string
	line int // of its declaration
}

// holders collects the variables of a function that hold a handle, by debug info.
type holders struct {
	m     *ir.Module
	sp    *ir.MDNode // of the function
	left  int        // number of records that may still be examined
	found map[Var]holder
}

// value adds the variables that have a value, or that have it in a part.
func (h *holders) value(v *ir.Instr) {
	for u := v.FirstDbgUse(); u != nil && h.left >= 0; u = u.Next() {
		h.left--
		if d := u.User(); kindOf(d) == "value" && (IsPlainExpr(h.m, d) || IsPartExpr(h.m,
			d, false)) {
			h.note(d)
		}
	}
}

// memory adds the variables that lie at an address, or around it.
func (h *holders) memory(addr ir.Value) {
	a := ir.AsInstr(ir.Underlying(addr))
	if a != nil && a.Op == ir.OpAlloca && a.ElemTy.HoldsPtr() {
		h.records(a)
	}
}

// records adds the variables that lie at an alloca.
func (h *holders) records(a *ir.Instr) {
	for u := a.FirstDbgUse(); u != nil && h.left >= 0; u = u.Next() {
		h.left--
		d := u.User()
		switch kind := kindOf(d); {
		case kind != "" && ir.DeclaresStorage(d):
			if IsPlainExpr(h.m, d) || IsPartExpr(h.m, d, false) {
				h.note(d)
			}
		case kind == "value":
			if IsPartExpr(h.m, d, true) {
				h.note(d)
			}
		}
	}
}

// kindOf returns the kind of a debug record, "" for a label.
func kindOf(d *ir.Instr) string {
	if a, ok := d.Aux.(*ir.DbgAux); ok && Variable(d) != nil {
		return a.Kind
	}
	return ""
}

// note adds the variable of a record, if the source declares it in this function.
func (h *holders) note(d *ir.Instr) {
	v, ok := VarOf(h.m, d)
	n := h.m.MDNode(Variable(d))
	if !ok || v.Inlined() || n == nil || n.Field("name") == nil || SubprogramAround(h.m,
		n.Field("scope")) != h.sp {
		return
	}
	if typ := h.m.MDNode(n.Field("type")); typ != nil && typ.Name == "DIBasicType" {
		return // a number, which may be computed from a handle
	}
	name := n.Field("name").Text
	if flags := n.Field("flags"); strings.HasPrefix(name, "__") || flags != nil && strings.Contains(flags.Text,
		"DIFlagArtificial") {
		return
	}
	h.found[v] = holder{name, IntField(n, "line")}
}
