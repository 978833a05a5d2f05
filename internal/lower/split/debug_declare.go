package split

// Declarations of variables whose storage lies in the frame, in finished functions: they speak of
// the frame pointer and an offset, and stand where that is known. Where a function is a copy of
// what it reaches only, declarations in the rest are told in it all the same: a variable's scope
// may begin in front of a suspend and end behind it.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// declares are the declarations of the original function, gathered before parts are copied from it.
type declares struct {
	frame []frameDeclare               // of what lies in the frame, in their order; they stand nowhere any more
	local map[*ir.Instr][]localDeclare // of other objects, by address
}

// localDeclare is one, with the block that it stands in.
type localDeclare struct {
	rec   *ir.Instr
	block *ir.Block
}

// frameDeclare is one, with what gives its address, and the offset in the frame.
type frameDeclare struct {
	rec, addr *ir.Instr
	off       int64
}

// maxDeclared bounds the declarations of variables in the frame in all parts of a coroutine. Where
// there would be more, a part declares those that it uses the storage of.
const maxDeclared = 1 << 16

// gatherDeclares takes the declarations of what lies in the frame from the original function, of
// which parts are going to be copied.
func (co *coroutine) gatherDeclares() {
	if debuginfo.SubprogramOf(co.F) == nil {
		return
	}
	co.declares.local = map[*ir.Instr][]localDeclare{}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if len(i.Dbg) == 0 {
				continue
			}
			var rest []*ir.Instr
			for _, d := range i.Dbg {
				if off, ok := co.frameAddress(d, co.framePtr); ok {
					co.declares.frame = append(co.declares.frame, frameDeclare{d, ir.AsInstr(d.Arg(0)), off})
					continue
				}
				rest = append(rest, d)
				if a := declared(d); a != nil {
					co.declares.local[a] = append(co.declares.local[a], localDeclare{d, b})
				}
			}
			i.Dbg = rest
		}
	}
}

// declared is the instruction that gives the address of what a record declares, or nil.
func declared(d *ir.Instr) *ir.Instr {
	if d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
		return nil
	}
	return ir.AsInstr(d.Arg(0))
}

// declareLocals declares the objects of a part of which the declaration stands where the part does
// not come.
func (p *part) declareLocals() {
	for _, old := range p.vm.Used {
		for _, d := range p.co.declares.local[old] {
			if at := p.vm.Block(d.block); at != nil && at.HasPreds() {
				continue // told there
			}
			now := p.vm.Instr(old)
			c := p.co.m.CloneInstr(d.rec)
			c.SetArg(0, now)
			next := now.Next()
			next.Dbg = append(next.Dbg[:len(next.Dbg):len(next.Dbg)], c)
		}
	}
}

// salvage makes declarations speak of a frame pointer.
type salvage struct {
	co    *coroutine
	f     *ir.Func
	base  ir.Value
	known ir.Value  // what finds the frame besides; nil: nothing
	front []string  // words of an expression from there to the frame
	via   ir.Value  // what declarations go through
	at    *ir.Instr // they go in front of it; nil: not known yet
	moved []*ir.Instr
	reads []*ir.Instr
}

// salvageDebug makes declarations of f whose address lies in the frame speak of the frame pointer
// and an offset, and moves them behind it. f is that of p, or, where p is nil, whole.
func salvageDebug(co *coroutine, f *ir.Func, base ir.Value, p *part) {
	if debuginfo.SubprogramOf(f) == nil {
		return
	}
	s := &salvage{co: co, f: f, base: base, via: base}
	s.known, s.front = co.abi.debugFrame(f)
	few := len(co.declares.frame)*len(co.Suspends) > maxDeclared
	for _, d := range co.declares.frame {
		rec := d.rec
		if p != nil {
			if few && p.vm.Instr(d.addr) == nil {
				continue
			}
			rec = co.m.CloneInstr(rec)
		}
		if !s.tell(rec, d.off) {
			return
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			for k := 0; k < len(i.Dbg); k++ {
				d := i.Dbg[k]
				off, ok := co.frameAddress(d, base)
				if !ok && s.known != nil && f != co.F {
					s.findFrame(d)
				}
				if !ok && !adopted(d, f, b) {
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
	}
	co.beginParameters(f)
	if s.at == nil {
		return
	}
	at := s.at
	if s.via != base {
		at = at.Next()
	}
	at.Dbg = append(reversed(s.reads), at.Dbg...)
	s.at.Dbg = append(reversed(s.moved), s.at.Dbg...)
}

// tell makes one declaration, which stands nowhere or is taken away by the caller, speak of the
// frame pointer. It reports false where there is no place for that.
func (s *salvage) tell(d *ir.Instr, off int64) bool {
	m := s.co.m
	if s.known != nil {
		s.at, s.via = s.f.Entry().FirstInsertionPt(), s.known
	} else if s.at == nil {
		if s.at, s.via = s.co.debugBase(s.f, s.base); s.at == nil {
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
			debuginfo.ReadMemory(m, v, slot, debuginfo.MakeList(v, words))
			s.reads = append(s.reads, v)
		}
		if s.known == nil && s.via != s.base {
			words = append([]string{"DW_OP_deref"}, words...)
		}
		debuginfo.SetExpr(d, slot, words)
	}
	d.SetArg(0, s.via)
	s.moved = append(s.moved, d)
	return true
}

// findFrame lets a value record that is computed from the frame pointer alone find the frame
// otherwise.
func (s *salvage) findFrame(d *ir.Instr) {
	if d.Aux.(*ir.DbgAux).Kind != "value" || d.NumArgs() != 1 || d.Arg(0) != s.base {
		return
	}
	n, slot := debuginfo.ExprOf(s.co.m, d)
	if n == nil {
		return
	}
	words := debuginfo.ExprWords(n)
	var arg []string // names the only operand, which the words in front of the frame take the place of
	if len(words) > 1 && words[0] == "DW_OP_LLVM_arg" {
		arg, words = words[:2], words[2:]
	}
	d.SetArg(0, s.known)
	debuginfo.SetExpr(d, slot, append(append([]string(nil), arg...),
		debuginfo.AddOffsets(append(append([]string(nil), s.front...), words...))...))
}

// beginParameters tells at the entry of a clone that parameters with value records are not known
// there. LLVM's backend takes the first record of a parameter that is a constant or lies in memory
// to hold from the function's beginning.
func (co *coroutine) beginParameters(f *ir.Func) {
	if !f.New {
		return
	}
	m := co.m
	done := map[debuginfo.Var]bool{}
	var list []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			for _, d := range i.Dbg {
				v, ok := debuginfo.VarOf(m, d)
				n := m.MDNode(debuginfo.Variable(d))
				if !ok || v.Inlined() || done[v] || n == nil || n.Field("arg") == nil {
					continue
				}
				done[v] = true
				if d.Aux.(*ir.DbgAux).Kind == "value" {
					list = append(list, debuginfo.Unknown(m, d))
				}
			}
		}
	}
	if len(list) > 0 { // instruction selection drops such records in front of the first instruction
		at := f.Entry().Terminator()
		at.Dbg = append(at.Dbg[:len(at.Dbg):len(at.Dbg)], list...)
	}
}

// reversed turns a list round: LLVM moves records one at a time to the same place.
func reversed(list []*ir.Instr) []*ir.Instr {
	out := make([]*ir.Instr, len(list))
	for k, d := range list {
		out[len(list)-1-k] = d
	}
	return out
}

// adopted reports a declaration of a local that was moved to the entry of f, while the declaration
// was left where a clone may not come.
func adopted(d *ir.Instr, f *ir.Func, b *ir.Block) bool {
	if !f.New || b == f.Entry() || d.Aux.(*ir.DbgAux).Kind != "declare" || d.NumArgs() != 1 {
		return false
	}
	a := ir.AsInstr(d.Arg(0))
	return a != nil && a.Op == ir.OpAlloca && a.Block() == f.Entry()
}

// debugBase gives the place for declarations through a frame pointer, and what they go through; nil
// where there is none.
func (co *coroutine) debugBase(f *ir.Func, base ir.Value) (at *ir.Instr, via ir.Value) {
	switch base := base.(type) {
	case *ir.Param:
		bld := ir.NewBuilder(co.m)
		first := f.Entry().FirstInsertionPt()
		records := first.Dbg // stay where they are: who asks goes through them
		first.Dbg = nil
		bld.Before(first)
		slot := bld.Alloca(base.Type(), co.c.Layout.AllocaAS, co.ptrAlign(), base.Name+".debug")
		at := bld.Store(base, slot, co.ptrAlign())
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

// frameAddress reports whether a record declares a variable at an address in the frame, and its
// offset.
func (co *coroutine) frameAddress(d *ir.Instr, base ir.Value) (int64, bool) {
	aux := d.Aux.(*ir.DbgAux)
	if aux.Kind != "declare" || d.NumArgs() != 1 {
		return 0, false
	}
	off := int64(0)
	v := d.Arg(0)
	for {
		if v == base {
			return off, off >= 0
		}
		i := ir.AsInstr(v)
		if i == nil {
			return 0, false
		}
		switch i.Op {
		case ir.OpBitCast, ir.OpAddrSpaceCast:
			v = i.Arg(0)
		case ir.OpGEP:
			o, ok := co.c.Layout.GEPOffset(i.ElemTy, ir.GEPIndices(i))
			if !ok {
				return 0, false
			}
			off += o
			v = i.Arg(0)
		default:
			return 0, false
		}
	}
}
