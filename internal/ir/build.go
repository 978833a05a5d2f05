// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file has the builder of instructions for passes. It knows both dialects: in a module with
// typed pointers it inserts the bitcasts that an address needs, so no pass has to know the dialect.
//
// The builder folds nothing. New instructions carry the builder's debug location and the given
// name, made unique ("" for none). The inserted casts have no name. Alignments are in bytes, 0 for
// none.

import "slices"

// Builder creates instructions at one position in a function of a unit.
type Builder struct {
	m     *Module
	block *Block
	at    *Instr // insertion is before at, or at the end of block if at is nil
	loc   *MD
	adopt bool // new instructions go after the debug records before at, not before these records
}

// NewBuilder returns a builder without a position.
func NewBuilder(m *Module) *Builder { return &Builder{m: m} }

// Module returns the builder's unit.
func (b *Builder) Module() *Module { return b.m }

// Before positions the builder directly before an instruction, after the debug records there, as
// LLVM does.
func (b *Builder) Before(i *Instr) *Builder {
	b.block, b.at, b.adopt = i.block, i, true
	return b
}

// After positions the builder directly after an instruction, before the debug records that follow.
func (b *Builder) After(i *Instr) *Builder {
	b.block, b.at, b.adopt = i.block, i.next, false
	return b
}

// At positions the builder before an instruction and adopts its debug location.
func (b *Builder) At(i *Instr) *Builder { return b.Before(i).SetDebugLoc(i.DebugLoc()) }

// AtEnd positions the builder at the end of a block, after the terminator if there is one.
func (b *Builder) AtEnd(blk *Block) *Builder {
	b.block, b.at, b.adopt = blk, nil, false
	return b
}

// SetDebugLoc sets the debug location of later instructions; nil removes it.
func (b *Builder) SetDebugLoc(md *MD) *Builder {
	b.loc = md
	return b
}

// Insert inserts a finished instruction at the builder's position, names it, and sets the builder's
// debug location unless the instruction has its own.
func (b *Builder) Insert(i *Instr, name string) *Instr {
	if b.at != nil {
		i.InsertBefore(b.at)
		if b.adopt && len(b.at.Dbg) > 0 {
			i.Dbg, b.at.Dbg = append(i.Dbg, b.at.Dbg...), nil
		}
	} else {
		b.block.Append(i)
	}
	if name != "" {
		i.SetName(name)
	}
	if b.loc != nil && i.DebugLoc() == nil {
		i.SetDebugLoc(b.loc)
	}
	return i
}

func (b *Builder) void() *Type { return b.m.Types.Void() }

// PtrCast converts an address to a pointer type. It returns v itself if the type matches, else a
// bitcast or an address space cast of v. The cast of a constant is a constant expression.
func (b *Builder) PtrCast(v Value, to *Type) Value {
	from := v.Type()
	if from == to {
		return v
	}
	op := OpBitCast
	if from.IsPtr() && to.IsPtr() && from.AddrSpace() != to.AddrSpace() {
		op = OpAddrSpaceCast
	}
	switch c := v.(type) {
	case *Const:
		switch c.Kind {
		case ConstUndef:
			return b.m.Undef(to)
		case ConstPoison:
			return b.m.Poison(to)
		case ConstNull:
			if op == OpBitCast {
				return b.m.Null(to)
			}
		case ConstExpr:
			if op == OpBitCast && c.Op == OpBitCast {
				return b.PtrCast(c.Elems[0], to)
			}
		}
		return b.m.ConstCast(op, v, to)
	case *Func, *Global:
		return b.m.ConstCast(op, v, to)
	}
	return b.Cast(op, v, to, "")
}

// ptrTo converts base to a pointer to elem in the same address space. It returns base itself if
// pointers are opaque.
func (b *Builder) ptrTo(base Value, elem *Type) Value {
	t := base.Type()
	if !t.IsPtr() || t.Elem() == nil || t.Elem() == elem {
		return base
	}
	return b.PtrCast(base, b.m.Types.PtrTo(elem, t.AddrSpace()))
}

// Cast creates a cast.
func (b *Builder) Cast(op Op, v Value, to *Type, name string) *Instr {
	return b.Insert(b.m.NewInstr(op, to, v), name)
}

// Load creates a load of a value of type t.
func (b *Builder) Load(t *Type, ptr Value, align uint32, name string) *Instr {
	i := b.m.NewInstr(OpLoad, t, b.ptrTo(ptr, t))
	i.Align = align
	return b.Insert(i, name)
}

// Store creates a store.
func (b *Builder) Store(v, ptr Value, align uint32) *Instr {
	i := b.m.NewInstr(OpStore, b.void(), v, b.ptrTo(ptr, v.Type()))
	i.Align = align
	return b.Insert(i, "")
}

// Alloca creates a stack slot in address space as.
func (b *Builder) Alloca(t *Type, as int, align uint32, name string) *Instr {
	i := b.m.NewInstr(OpAlloca, b.m.PtrTo(t, as))
	i.ElemTy, i.Align = t, align
	if as != 0 {
		i.Aux = &AllocaAux{AddrSpace: as}
	}
	return b.Insert(i, name)
}

// GEP creates a getelementptr over elements of type elem. Struct indices must be constants within
// the struct.
func (b *Builder) GEP(elem *Type, base Value, flags Flags, name string, idx ...Value) *Instr {
	base = b.ptrTo(base, elem)
	t := base.Type()
	if t.IsPtr() && t.Elem() != nil {
		t = b.m.Types.PtrTo(IndexedType(elem, idx), t.AddrSpace())
	}
	i := b.m.NewInstr(OpGEP, t, slices.Concat([]Value{base}, idx)...)
	i.ElemTy, i.Flags = elem, flags
	return b.Insert(i, name)
}

// FieldAddr computes the address of field idx of a struct:
// `getelementptr <flags> %S, ptr base, i32 0, i32 idx`.
func (b *Builder) FieldAddr(structTy *Type, base Value, idx int, name string, flags Flags) *Instr {
	i32 := b.m.Types.Int(32)
	return b.GEP(structTy, base, flags, name, b.m.ConstInt(i32, 0), b.m.ConstInt(i32, int64(idx)))
}

// ByteGEP computes an address off bytes after base: `getelementptr <flags> i8, ptr base, i64 off`.
// The offset may be a variable.
func (b *Builder) ByteGEP(base Value, off Value, flags Flags, name string) *Instr {
	return b.GEP(b.m.Types.Int(8), base, flags, name, off)
}

// RoundUp computes the first address from addr on that has an alignment. bits is the size of a pointer.
func (b *Builder) RoundUp(addr Value, bits int, align int64, name string) *Instr {
	t := b.m.Types.Int(bits)
	n := b.Cast(OpPtrToInt, addr, t, "")
	n = b.Binary(OpAdd, n, b.m.ConstInt(t, align-1), 0, "")
	n = b.Binary(OpAnd, n, b.m.ConstInt(t, -align), 0, "")
	return b.Cast(OpIntToPtr, n, addr.Type(), name)
}

// Call creates a call of fn with function type fty and calling convention cc ("" for C). In a
// typed-pointer module it casts the callee if its type differs.
func (b *Builder) Call(fn Value, fty *Type, cc string, args []Value, name string) *Instr {
	i := b.m.NewInstr(OpCall, fty.Ret(), slices.Concat(args, []Value{b.ptrTo(fn, fty)})...)
	aux := b.m.NewCallAux()
	*aux = CallAux{CC: cc, FTy: fty, NArgs: len(args), Explicit: fty.IsVariadic()}
	i.Aux = aux
	return b.Insert(i, name)
}

// CallFunc creates a call of a function with the function's own type and convention.
func (b *Builder) CallFunc(f *Func, name string, args ...Value) *Instr {
	return b.Call(f, f.FTy, f.CC, args, name)
}

// Lifetime creates a LifetimeStart or LifetimeEnd marker for a whole object. If the module's
// markers take a size, it is -1.
func (b *Builder) Lifetime(kind Intrinsic, obj Value) *Instr {
	f := DeclareIntrinsic(b.m, kind, obj.Type())
	if len(f.Params) == 1 {
		return b.CallFunc(f, "", obj)
	}
	return b.CallFunc(f, "", b.m.ConstInt(b.m.Types.Int(64), -1), obj)
}

// Br creates an unconditional branch.
func (b *Builder) Br(to *Block) *Instr { return b.Insert(b.m.NewInstr(OpBr, b.void(), to), "") }

// CondBr creates a conditional branch.
func (b *Builder) CondBr(cond Value, ifTrue, ifFalse *Block) *Instr {
	return b.Insert(b.m.NewInstr(OpBr, b.void(), cond, ifTrue, ifFalse), "")
}

// Switch creates a switch without cases; AddCase adds them.
func (b *Builder) Switch(cond Value, def *Block) *Instr {
	return b.Insert(b.m.NewInstr(OpSwitch, b.void(), cond, def), "")
}

// Ret creates a return. If v is nil, it returns void.
func (b *Builder) Ret(v Value) *Instr {
	if v == nil {
		return b.Insert(b.m.NewInstr(OpRet, b.void()), "")
	}
	return b.Insert(b.m.NewInstr(OpRet, b.void(), v), "")
}

// Unreachable creates an unreachable.
func (b *Builder) Unreachable() *Instr { return b.Insert(b.m.NewInstr(OpUnreachable, b.void()), "") }

// Phi creates a phi with these entries; AddIncoming adds more. The caller positions the builder
// among the phis.
func (b *Builder) Phi(t *Type, name string, vals []Value, blocks []*Block) *Instr {
	i := b.m.NewInstr(OpPhi, t, vals...)
	i.Aux = b.m.NewPhiAux(blocks...)
	return b.Insert(i, name)
}

// ICmp creates an integer or pointer comparison.
func (b *Builder) ICmp(p Pred, x, y Value, name string) *Instr {
	t := b.m.Types.Int(1)
	if v := x.Type(); v.Kind() == Vector {
		t = b.m.Types.Vector(t, v.Len(), v.IsScalable())
	}
	i := b.m.NewInstr(OpICmp, t, x, y)
	i.Sub = uint8(p)
	return b.Insert(i, name)
}

// Select creates a select.
func (b *Builder) Select(cond, ifTrue, ifFalse Value, name string) *Instr {
	return b.Insert(b.m.NewInstr(OpSelect, ifTrue.Type(), cond, ifTrue, ifFalse), name)
}

// Binary creates a binary operation.
func (b *Builder) Binary(op Op, x, y Value, flags Flags, name string) *Instr {
	i := b.m.NewInstr(op, x.Type(), x, y)
	i.Flags = flags
	return b.Insert(i, name)
}

// ExtractValue creates an extractvalue with one index path.
func (b *Builder) ExtractValue(agg Value, name string, idx ...int) *Instr {
	t := agg.Type()
	for _, k := range idx {
		if t.Kind() == Struct {
			t = t.Fields()[k]
		} else {
			t = t.Elem()
		}
	}
	i := b.m.NewInstr(OpExtractValue, t, agg)
	i.Aux = &IndexAux{Indices: append([]int(nil), idx...)}
	return b.Insert(i, name)
}

// InsertValue creates an insertvalue with one index path.
func (b *Builder) InsertValue(agg, v Value, name string, idx ...int) *Instr {
	i := b.m.NewInstr(OpInsertValue, agg.Type(), agg, v)
	i.Aux = &IndexAux{Indices: append([]int(nil), idx...)}
	return b.Insert(i, name)
}
