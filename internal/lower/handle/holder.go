package handle

// Which variable of the source holds a coroutine: one of the function that creates it, and of none
// that was inlined there. Debug info says it, of the handle itself or of a local variable of the IR
// that the handle is stored to; it is never a number. Several may hold it, one after the other;
// then it is the one that is declared where the coroutine is created, and none if that does not
// tell. Nothing is said of what the compiler made up, as the range of a loop.

import (
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// HolderOf is the variable of f that holds the coroutine which an instruction of f creates: the
// call that gives its handle, or what a ramp returns. It is "" where none is known for certain.
func HolderOf(m *ir.Module, f *ir.Func, creation *ir.Instr) string {
	h := holdersIn(m, f)
	if h.sp == nil {
		return ""
	}
	if t := creation.Type(); !t.HoldsPtr() && !t.IsInt() { // a structure of one pointer may be returned as a number
		// What the call gives holds no handle; what it writes may.
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

// VariableAt is the variable of f that lies at an alloca: by debug info, "" where none is known for
// certain. Where f has no debug info it is the alloca's own name, which frontends make of the
// variable's.
func VariableAt(m *ir.Module, f *ir.Func, alloca *ir.Instr) string {
	h := holdersIn(m, f)
	if h.sp == nil {
		return alloca.Name()
	}
	h.records(alloca)
	return h.certain(alloca)
}

func holdersIn(m *ir.Module, f *ir.Func) *holders {
	return &holders{m: m, sp: m.MDNode(debuginfo.SubprogramOf(f)), left: maxHolderRecords,
		found: map[debuginfo.Var]holder{}}
}

// certain is the variable that is found, if there is one for certain.
func (h *holders) certain(creation *ir.Instr) string {
	if h.left < 0 {
		return ""
	}
	m := h.m
	name, here := "", debuginfo.CallerLoc(m, creation).Line
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

// maxHolderRecords bounds the debug records that are looked at for one creation; where there are
// more, no variable is known for certain.
const maxHolderRecords = 256

// holder is a variable that holds a handle.
type holder struct {
	name string
	line int // of its declaration
}

// holders are the variables of a function of which debug info says that they hold a handle.
type holders struct {
	m     *ir.Module
	sp    *ir.MDNode // of the function
	left  int        // records that may still be looked at
	found map[debuginfo.Var]holder
}

// value notes the variables that have a value, or of which a part has it.
func (h *holders) value(v *ir.Instr) {
	for u := v.FirstDbgUse(); u != nil && h.left >= 0; u = u.Next() {
		h.left--
		if d := u.User(); kindOf(d) == "value" && (debuginfo.IsPlainExpr(h.m, d) || debuginfo.IsPartExpr(h.m,
			d, false)) {
			h.note(d)
		}
	}
}

// memory notes the variables that lie at an address, or around it.
func (h *holders) memory(addr ir.Value) {
	a := ir.AsInstr(ir.Underlying(addr))
	if a != nil && a.Op == ir.OpAlloca && a.ElemTy.HoldsPtr() {
		h.records(a)
	}
}

// records notes the variables that lie at an alloca.
func (h *holders) records(a *ir.Instr) {
	for u := a.FirstDbgUse(); u != nil && h.left >= 0; u = u.Next() {
		h.left--
		d := u.User()
		switch kind := kindOf(d); {
		case kind != "" && ir.DeclaresStorage(d):
			if debuginfo.IsPlainExpr(h.m, d) || debuginfo.IsPartExpr(h.m, d, false) {
				h.note(d)
			}
		case kind == "value":
			if debuginfo.IsPartExpr(h.m, d, true) {
				h.note(d)
			}
		}
	}
}

// kindOf is the kind of a debug record, "" for a label.
func kindOf(d *ir.Instr) string {
	if a, ok := d.Aux.(*ir.DbgAux); ok && debuginfo.Variable(d) != nil {
		return a.Kind
	}
	return ""
}

// note notes the variable of a record, if it is one that the program gave the function.
func (h *holders) note(d *ir.Instr) {
	v, ok := debuginfo.VarOf(h.m, d)
	n := h.m.MDNode(debuginfo.Variable(d))
	if !ok || v.Inlined() || n == nil || n.Field("name") == nil || debuginfo.SubprogramAround(h.m,
		n.Field("scope")) != h.sp {
		return
	}
	if typ := h.m.MDNode(n.Field("type")); typ != nil && typ.Name == "DIBasicType" {
		return // a number, which may be made of a handle
	}
	name := n.Field("name").Text
	if flags := n.Field("flags"); strings.HasPrefix(name, "__") || flags != nil && strings.Contains(flags.Text,
		"DIFlagArtificial") {
		return
	}
	h.found[v] = holder{name, debuginfo.IntField(n, "line")}
}
