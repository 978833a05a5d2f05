// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// The first records of the variables of a finished part. LLVM's backend makes two assumptions that
// do not hold for parts, because a part begins in the middle of the source function:
//
//   - A parameter's first record holds from the beginning of the function if its value is a constant
//     or lies in memory. A local variable's record does so too if it is the only one, is a constant,
//     and stands in the entry block.
//   - Of two records in one block that a variable is unknown, the second changes nothing, even if a
//     record between them says that the value is in a register. This is an error of LLVM 22.
//
// So a record that says that a variable is unknown is necessary in some parts at the beginning, and
// makes a debugger show an old value in others. For example, if %b is unused, LLVM knows no value
// for the third record, and would take it to be like the first:
//
//	#dbg_value(i32 poison, !7, !DIExpression(), !9)
//	#dbg_value(!DIArgList(ptr %hdl), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_deref), !9)
//	%b = add i32 %a, 1
//	#dbg_value(i32 %b, !7, !DIExpression(), !9)

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// entryRecords finds the first record of each variable in a part.
type entryRecords struct {
	m       *ir.Module
	f       *ir.Func
	base    ir.Value // the frame pointer
	order   []debuginfo.Var
	vars    map[debuginfo.Var]*entryRecord
	left    map[*ir.Instr]bool // records to erase
	entered []*ir.Block        // the entry and the blocks that later passes merge with it
}

// entryRecord is what is known of the first records of one variable.
type entryRecord struct {
	rec       *ir.Instr   // the first in the order of the code
	parameter bool        // of this function, not of an inlined one
	declared  bool        // it has a record other than a value
	here      int         // its records in the entered blocks that are not examined yet
	unknown   []*ir.Instr // records there that say that it is unknown, before any other
	settled   bool        // another record there was found
	needed    bool        // it must be unknown at the beginning
}

// BeginVariables adds records that variables are unknown at the beginning of the part f where they
// are necessary, and erases those that are not. base is the part's frame pointer.
func BeginVariables(m *ir.Module, f *ir.Func, base ir.Value) {
	if !f.New || debuginfo.SubprogramOf(f) == nil {
		return
	}
	r := &entryRecords{m: m, f: f, base: base, vars: map[debuginfo.Var]*entryRecord{}, left: map[*ir.Instr]bool{}}
	r.collect()
	r.examine()
	var list []*ir.Instr
	for _, v := range r.order {
		if x := r.vars[v]; !x.declared && x.needed && len(x.unknown) == 0 {
			list = append(list, debuginfo.Unknown(m, x.rec))
		}
	}
	if len(r.left) > 0 {
		for _, b := range r.entered {
			for i := b.First(); i != nil; i = i.Next() {
				if len(i.Dbg) > 0 {
					i.EraseDbgIf(func(d *ir.Instr) bool { return r.left[d] })
				}
			}
		}
	}
	// Insert the records before the terminator, because instruction selection drops such records
	// before the first instruction.
	if len(list) > 0 {
		at := f.Entry().Terminator()
		at.Dbg = append(at.Dbg[:len(at.Dbg):len(at.Dbg)], list...)
	}
}

// collect finds the variables of the part and the entered blocks.
func (r *entryRecords) collect() {
	f, m := r.f, r.m
	in := map[*ir.Block]bool{}
	for b := f.Entry(); b != nil && !in[b]; b = onlyNext(b) {
		in[b] = true
		r.entered = append(r.entered, b)
	}
	for i := range f.Instrs() {
		for _, d := range i.Dbg {
			v, ok := debuginfo.VarOf(m, d)
			if !ok {
				continue
			}
			x := r.vars[v]
			if x == nil {
				n := m.MDNode(debuginfo.Variable(d))
				x = &entryRecord{rec: d, parameter: n != nil && n.Field("arg") != nil && !v.Inlined()}
				x.needed = x.parameter
				r.vars[v] = x
				r.order = append(r.order, v)
			}
			x.declared = x.declared || d.Aux.(*ir.DbgAux).Kind != "value"
			if in[i.Block()] {
				x.here++
			}
		}
	}
}

// onlyNext returns the block that a later pass merges with b, or nil: the only block to which b
// leads, if only b leads there.
func onlyNext(b *ir.Block) *ir.Block {
	var next *ir.Block
	for _, s := range b.Succs(nil) {
		if s.First() != nil && s.First().Op == ir.OpUnreachable {
			continue
		}
		if next != nil && next != s {
			return nil
		}
		next = s
	}
	if next == nil || next.SinglePred() != b {
		return nil
	}
	return next
}

// examine decides for each variable about the records in the entered blocks.
func (r *entryRecords) examine() {
	m := r.m
	early := true // the frame is as at the beginning
	for _, b := range r.entered {
		for i := b.First(); i != nil; i = i.Next() {
			for _, d := range i.Dbg {
				if v, ok := debuginfo.VarOf(m, d); ok {
					if x := r.vars[v]; !x.declared && !x.settled {
						x.here--
						r.record(x, d, early)
					}
				}
			}
			early = early && r.keepsFrame(i)
		}
	}
}

// keepsFrame reports whether an instruction leaves memory other than the part's own copy of the
// frame pointer unchanged.
func (r *entryRecords) keepsFrame(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpAlloca, ir.OpGEP, ir.OpBitCast, ir.OpBr, ir.OpSwitch:
		return true
	case ir.OpLoad:
		return i.Flags&(ir.FlagVolatile|ir.FlagAtomic) == 0
	case ir.OpStore:
		a := ir.AsInstr(i.Arg(1))
		return a != nil && a.Op == ir.OpAlloca && i.Arg(0) == r.base
	case ir.OpCall:
		return ir.CalledIntrinsic(i) == ir.NoAliasScopeDecl
	}
	return false
}

// record decides about the next record of a variable whose value was not known before. early says
// that the record holds from the beginning of the part.
func (r *entryRecords) record(x *entryRecord, d *ir.Instr, early bool) {
	const (
		unknown = iota
		constant
		inMemory // or in a parameter
		computed
	)
	kind := unknown
	lost := false
	for k := range d.NumArgs() {
		switch a := d.Arg(k).(type) {
		case *ir.Instr:
			kind = computed
			if a.Op == ir.OpAlloca || r.dereferences(d) {
				kind = inMemory
			}
		case *ir.Const:
			kind = max(kind, constant)
			lost = lost || a.Kind == ir.ConstPoison || a.Kind == ir.ConstUndef
		default:
			kind = max(kind, inMemory)
		}
	}
	switch {
	case lost || kind == unknown:
		x.unknown = append(x.unknown, d)
		return
	case early, kind == computed, kind == inMemory && !x.parameter:
		x.needed = false
		for _, u := range x.unknown {
			r.left[u] = true
		}
	case kind == inMemory && x.here > 0:
		// LLVM would take this record to hold from the beginning, or a later one for nothing.
		r.left[d] = true
		return
	default:
		x.needed = true
	}
	x.settled = true
}

// dereferences reports whether the expression of a record reads memory.
func (r *entryRecords) dereferences(d *ir.Instr) bool {
	n, _ := debuginfo.ExprOf(r.m, d)
	return n != nil && slices.ContainsFunc(debuginfo.ExprWords(n), func(w string) bool {
		return strings.HasPrefix(w, "DW_OP_deref")
	})
}
