// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// Declarations of variables whose storage lies in the frame, in finished functions. They are
// rewritten to the frame pointer plus an offset, and moved to a point where the frame pointer is
// available. If a part contains only the blocks that it reaches, declarations in other blocks are
// still added to it, because a variable's scope may begin before a suspend and end after it. For
// example, in a resume function:
//
//	%hdl.debug = alloca ptr, align 8
//	  #dbg_declare(ptr %hdl.debug, !7, !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 16), !9)
//	store ptr %hdl, ptr %hdl.debug, align 8

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Declares holds the declarations of the original function, collected before parts are copied from it.
type Declares struct {
	M        *ir.Module
	F        *ir.Func // the original function
	Target   *target.Layout
	Suspends int // their number

	frame []frameDeclare               // of storage in the frame, in order; no longer in the code
	local map[*ir.Instr][]localDeclare // of other objects, by address
}

// frameDeclare is a declaration, the instruction that computes its address, and the offset in the
// frame.
type frameDeclare struct {
	rec, addr *ir.Instr
	off       int64
}

// localDeclare is a declaration and its block.
type localDeclare struct {
	rec   *ir.Instr
	block *ir.Block
}

// maxDeclared bounds the declarations of frame variables in all parts of a coroutine together. If
// there would be more, a part declares only the variables whose storage it uses.
const maxDeclared = 1 << 16

// Gather removes the declarations of storage in the frame from the original function,
// before parts are copied from it, and collects those of other objects.
func (ds *Declares) Gather(pointer ir.Value) {
	if debuginfo.SubprogramOf(ds.F) == nil {
		return
	}
	ds.local = map[*ir.Instr][]localDeclare{}
	for i := range ds.F.Instrs() {
		if len(i.Dbg) == 0 {
			continue
		}
		var rest []*ir.Instr
		for _, d := range i.Dbg {
			if off, ok := ds.frameAddress(d, pointer); ok {
				ds.frame = append(ds.frame, frameDeclare{d, ir.AsInstr(d.Arg(0)), off})
				continue
			}
			rest = append(rest, d)
			if a := declared(d); a != nil {
				ds.local[a] = append(ds.local[a], localDeclare{d, i.Block()})
			}
		}
		i.Dbg = rest
	}
}

// declared returns the instruction that computes the address of a declaration, or nil.
func declared(d *ir.Instr) *ir.Instr {
	if d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
		return nil
	}
	return ir.AsInstr(d.Arg(0))
}

// Locals declares a part's objects whose declarations stand in blocks that the part does
// not contain.
func (ds *Declares) Locals(vm *ir.ValueMap) {
	for _, old := range vm.Used {
		for _, d := range ds.local[old] {
			if at := vm.Block(d.block); at != nil && at.HasPreds() {
				continue // that block declares it
			}
			now := vm.Instr(old)
			c := ds.M.CloneInstr(d.rec)
			c.SetArg(0, now)
			next := now.Next()
			next.Dbg = append(next.Dbg[:len(next.Dbg):len(next.Dbg)], c)
		}
	}
}

// salvage rewrites declarations of one function to a frame pointer.
type salvage struct {
	ds    *Declares
	f     *ir.Func
	base  ir.Value
	known ir.Value  // leads to the frame; may be nil
	front []string  // expression words from known to the frame
	via   ir.Value  // the value that declarations use
	at    *ir.Instr // where declarations are inserted; nil: not computed yet
	moved []*ir.Instr
	reads []*ir.Instr
}

// Salvage rewrites declarations of f whose address lies in the frame to the frame pointer plus an
// offset, and moves them to a point where it is available. vm maps the body to the part that f is;
// nil: f contains the whole body. known is a value from which debug info finds the
// frame by the words in front, or nil.
func (ds *Declares) Salvage(f *ir.Func, base, known ir.Value, front []string, vm *ir.ValueMap) {
	if debuginfo.SubprogramOf(f) == nil {
		return
	}
	s := &salvage{ds: ds, f: f, base: base, via: base, known: known, front: front}
	few := len(ds.frame)*ds.Suspends > maxDeclared
	for _, d := range ds.frame {
		rec := d.rec
		if vm != nil {
			if few && vm.Instr(d.addr) == nil {
				continue
			}
			rec = ds.M.CloneInstr(rec)
		}
		if !s.tell(rec, d.off) {
			return
		}
	}
	for i := range f.Instrs() {
		for k := 0; k < len(i.Dbg); k++ {
			d := i.Dbg[k]
			off, ok := ds.frameAddress(d, base)
			if !ok && s.known != nil && f != ds.F {
				s.findFrame(d)
			}
			if !ok && !adopted(d, f, i.Block()) {
				continue
			}
			if ok && !s.tell(d, off) {
				return
			}
			i.Dbg = append(append([]*ir.Instr(nil), i.Dbg[:k]...), i.Dbg[k+1:]...)
			k--
			if !ok {
				next := ir.AsInstr(d.Arg(0)).Next()
				next.Dbg = append([]*ir.Instr{d}, next.Dbg...)
			}
		}
	}
	if s.at == nil {
		return
	}
	at := s.at
	if s.known == nil && s.via != base { // at defines via
		at = at.Next()
	}
	at.Dbg = append(reversed(s.reads), at.Dbg...)
	s.at.Dbg = append(reversed(s.moved), s.at.Dbg...)
}

// tell rewrites one declaration to the frame pointer. The declaration is in no block, or the caller
// removes it. tell returns false if f has no point where the declaration can stand.
func (s *salvage) tell(d *ir.Instr, off int64) bool {
	m := s.ds.M
	if s.known != nil {
		s.at, s.via = s.f.Entry().FirstInsertionPt(), s.known
	} else if s.at == nil {
		if s.at, s.via = s.ds.debugBase(s.f, s.base); s.at == nil {
			return false
		}
	}
	if n, slot := debuginfo.ExprOf(m, d); n != nil {
		words := append(debuginfo.PlusConst(off), debuginfo.ExprWords(n)...)
		switch {
		case s.known != nil:
			words = debuginfo.AddOffsets(append(append([]string(nil), s.front...), words...))
		case !s.f.HasAttr("optnone") && d.Aux.(*ir.DbgAux).Call == nil:
			v := m.CloneInstr(d)
			v.SetArg(0, s.base)
			read := words
			if s.via == s.base {
				read = debuginfo.MakeList(m, v, words)
			}
			debuginfo.ReadMemory(m, v, slot, read)
			s.reads = append(s.reads, v)
		}
		if s.known == nil && s.via != s.base {
			words = append([]string{"DW_OP_deref"}, words...)
		}
		debuginfo.SetExpr(d, slot, words)
	}
	d.SetArg(0, s.via)
	s.place(d)
	s.moved = append(s.moved, d)
	return true
}

// place gives a declaration the location of the instruction that it names, as LLVM does. The code
// generator drops a declaration outside the scope of its location. For example, a variable of a
// block is declared at the beginning of the ramp, before that block:
//
//	%frame = phi ptr [ null, %entry ], [ %new, %alloc ], !dbg !5  ; !5 is in the function's scope
//	  #dbg_declare(ptr %frame, !7, !DIExpression(DW_OP_plus_uconst, 16), !5)
func (s *salvage) place(d *ir.Instr) {
	m := s.ds.M
	base := ir.AsInstr(s.via)
	if base == nil {
		return
	}
	now, old := m.MDNode(base.DebugLoc()), m.MDNode(d.DebugLoc())
	if now == nil || old == nil || m.MDNode(now.Field("inlinedAt")) != nil || m.MDNode(old.Field("inlinedAt")) != nil {
		return
	}
	sp := debuginfo.SubprogramAround(m, now.Field("scope"))
	if sp != nil && sp == debuginfo.SubprogramAround(m, old.Field("scope")) {
		d.SetDebugLoc(base.DebugLoc())
	}
}

// findFrame rewrites a value record that uses the frame pointer to use the value that leads to the
// frame.
func (s *salvage) findFrame(d *ir.Instr) {
	n, slot := debuginfo.ExprOf(s.ds.M, d)
	if d.Aux.(*ir.DbgAux).Kind != "value" || n == nil {
		return
	}
	// An entry value may only be a plain operand: LLVM's verifier refuses a list with one, and drops
	// all debug info. With more of an expression, it makes clang -O0 crash where the register allocator
	// spills the parameter.
	if len(n.Fields) > 0 && len(s.front) > 0 && s.front[0] == "DW_OP_LLVM_entry_value" {
		return
	}
	for k := range d.NumArgs() {
		if d.Arg(k) == s.base {
			d.SetArg(k, s.known)
			words := debuginfo.ApplyToArg(debuginfo.ExprWords(n), s.front, k, d.NumArgs())
			debuginfo.SetExpr(d, slot, debuginfo.AddOffsets(words))
			n, _ = debuginfo.ExprOf(s.ds.M, d)
		}
	}
}

// reversed reverses a list, because LLVM moves records to the same place one at a time.
func reversed(list []*ir.Instr) []*ir.Instr {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

// adopted reports whether d declares a local variable whose alloca is in the entry of f, while the
// declaration is in another block, which a clone may not execute. LLVM puts such a declaration next
// to the alloca, also in the ramp.
func adopted(d *ir.Instr, f *ir.Func, b *ir.Block) bool {
	if b == f.Entry() || d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
		return false
	}
	a := ir.AsInstr(d.Arg(0))
	return a != nil && a.Op == ir.OpAlloca && a.Block() == f.Entry()
}

// debugBase returns the point where declarations through a frame pointer can stand, and the value
// that they use. It returns nil if there is none.
func (ds *Declares) debugBase(f *ir.Func, base ir.Value) (at *ir.Instr, via ir.Value) {
	switch base := base.(type) {
	case *ir.Param:
		bld := ir.NewBuilder(ds.M)
		first := f.Entry().FirstInsertionPt()
		records := first.Dbg // keep them in place, because the caller iterates over them
		first.Dbg = nil
		bld.Before(first)
		slot := bld.Alloca(base.Type(), ds.Target.AllocaAS, uint32(ds.Target.PtrAlign(0)), base.Name+".debug")
		at := bld.Store(base, slot, uint32(ds.Target.PtrAlign(0)))
		first.Dbg = records
		return at, slot
	case *ir.Instr:
		switch {
		case base.Op == ir.OpPhi:
			return base.Block().FirstInsertionPt(), base
		case base.Op == ir.OpInvoke:
			if dest := base.NormalDest(); dest.SinglePred() != nil {
				return dest.FirstInsertionPt(), base
			}
		default:
			return base.Next(), base
		}
	}
	return nil, nil
}

// frameAddress reports whether a record declares a variable at an address in the frame, and returns
// its offset.
func (ds *Declares) frameAddress(d *ir.Instr, base ir.Value) (int64, bool) {
	aux := d.Aux.(*ir.DbgAux)
	if aux.Kind != "declare" || d.NumArgs() != 1 {
		return 0, false
	}
	at, off := ds.Target.Base(d.Arg(0), base)
	return off, at == base && off >= 0
}
